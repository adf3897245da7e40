-- Cuts stops at local midnights and measures what of each day falls into working hours (Monday to Friday, no holiday) and into the
-- night, for the persons of one range. Hours are those of the clocks on the wall: makeDateTime knows daylight saving.
INSERT INTO stays
WITH
    toDate(toDateTime(start), {timezone:String}) AS first_day,
    toDate(toDateTime(end), {timezone:String}) AS last_day,
    (y, m, d, hour) -> toInt64(toUnixTimestamp(makeDateTime(y, m, d, hour, 0, 0, {timezone:String}))) AS at_hour,
    toDayOfWeek(day) <= 5 AND NOT has(splitByChar(',', {holidays:String}), toString(day)) AS is_working_day,
    day + 1 AS next_day,
    at_hour(toYear(day), toMonth(day), toDayOfMonth(day), 0) AS midnight,
    at_hour(toYear(next_day), toMonth(next_day), toDayOfMonth(next_day), 0) AS next_midnight,
    at_hour(toYear(day), toMonth(day), toDayOfMonth(day), {night_to_hour:UInt8}) AS morning,
    at_hour(toYear(day), toMonth(day), toDayOfMonth(day), {night_from_hour:UInt8}) AS evening,
    at_hour(toYear(day), toMonth(day), toDayOfMonth(day), {work_from_hour:UInt8}) AS work_start,
    at_hour(toYear(day), toMonth(day), toDayOfMonth(day), {work_to_hour:UInt8}) AS work_end,
    (low, high) -> greatest(0, least(toInt64(end), high) - greatest(toInt64(start), low)) AS within
SELECT
    person,
    day,
    geoToH3(lat, lon, {resolution:UInt8}) AS cell,
    lon,
    lat,
    within(midnight, next_midnight) AS total_s,
    if(is_working_day, within(work_start, work_end), 0) AS work_s,
    within(midnight, morning) + within(evening, next_midnight) AS night_s,
    within(midnight, morning) AS morning_s
FROM stops
ARRAY JOIN arrayMap(i -> first_day + i, range(toUInt32(last_day - first_day + 1))) AS day
WHERE fault = 0 AND end > start AND person BETWEEN {first_person:UInt64} AND {last_person:UInt64}
