-- Cuts stops at local midnights, measures what of each day falls into working hours and into the night, and sums by person and
-- square, for the persons of one range. Squares are rows and columns of an equirectangular projection of each degree of latitude.
INSERT INTO squares
WITH
    seconds -> toDate(toDateTime(seconds), {timezone:String}) AS day_of,
    (low, high) -> greatest(0, toInt64(least(end, high)) - greatest(start, low)) AS within,
    stays AS
    (
        SELECT
            person,
            days.day AS day,
            lon,
            lat,
            within(midnight, next_midnight) AS total_s,
            within(work_start, work_end) AS work_s,
            within(midnight, morning) AS morning_s,
            within(evening, next_midnight) AS evening_s
        FROM
        (
            SELECT *, day_of(start) + arrayJoin(range(toUInt64(day_of(end) - day_of(start) + 1))) AS day
            FROM stops
            WHERE fault = 0 AND end > start AND person BETWEEN {first_person:UInt64} AND {last_person:UInt64}
        ) AS stops
        INNER JOIN days ON stops.day = days.day
    ),
    intDiv(lat + 90000000, {square:UInt32}) AS row,
    greatest(1, toInt64(360e6 / {square:UInt32} * cos(radians(intDiv(row * {square:UInt32}, 1000000) - 89.5)))) AS columns
SELECT
    person,
    row * 4294967296 + intDiv((lon + 180000000) * columns, 360000000) AS square,
    sum(stays.total_s) AS total_s,
    sum(stays.work_s) AS work_s,
    sum(stays.morning_s + stays.evening_s) AS night_s,
    groupArray(day) AS days,
    groupArrayIf(day, stays.work_s > 0) AS work_days,
    arrayConcat(groupArrayIf(day - 1, stays.morning_s > 0), groupArrayIf(day, stays.evening_s > 0)) AS nights,
    groupArray(bitShiftLeft(toUInt64(lon + 180000000), 32) + stays.total_s) AS lons,
    groupArray(bitShiftLeft(toUInt64(lat + 90000000), 32) + stays.total_s) AS lats
FROM stays
GROUP BY person, square
