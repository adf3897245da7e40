-- Working hours are those from Monday to Friday but on holidays. Hours are those of the clocks on the wall: makeDateTime knows
-- daylight saving.
INSERT INTO days
WITH
    seconds -> toDate(toDateTime(seconds), {timezone:String}) AS day_of,
    (day, hour) -> toUnixTimestamp(makeDateTime(toYear(day), toMonth(day), toDayOfMonth(day), hour, 0, 0, {timezone:String})) AS at_hour,
    toDayOfWeek(day) <= 5 AND NOT has(splitByChar(',', {holidays:String}), toString(day)) AS is_working_day
SELECT
    day,
    at_hour(day, 0) AS midnight,
    at_hour(day, {night_to_hour:UInt8}) AS morning,
    at_hour(day, {work_from_hour:UInt8}) AS work_start,
    if(is_working_day, at_hour(day, {work_to_hour:UInt8}), work_start) AS work_end,
    at_hour(day, {night_from_hour:UInt8}) AS evening,
    at_hour(day + 1, 0) AS next_midnight
FROM
(
    SELECT DISTINCT day_of(start) + arrayJoin(range(toUInt64(day_of(end) - day_of(start) + 1))) AS day
    FROM stops
    WHERE fault = 0 AND end > start
)
