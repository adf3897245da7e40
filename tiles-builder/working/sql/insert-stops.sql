-- Reads a file of stops. The engine puts the file in the place of the rows below; all columns are text there.
-- fault: 1 a value is missing, 2 a value is unreadable, 3 out of range, 5 ends before it starts or lasts too long.
INSERT INTO stops
WITH
    toFloat64OrNull(raw_start) AS start_number,
    toFloat64OrNull(raw_end) AS end_number,
    multiIf(
        start_number IS NULL, toFloat64(parseDateTime64BestEffortOrNull(raw_start, 3, 'UTC')),
        abs(start_number) >= 1e11, start_number / 1000,
        start_number
    ) AS start_s,
    multiIf(
        end_number IS NULL, toFloat64(parseDateTime64BestEffortOrNull(raw_end, 3, 'UTC')),
        abs(end_number) >= 1e11, end_number / 1000,
        end_number
    ) AS end_s,
    toFloat64OrNull(raw_lon) AS read_lon,
    toFloat64OrNull(raw_lat) AS read_lat,
    ifNull(multiIf(
        device IS NULL OR raw_start IS NULL OR raw_end IS NULL OR raw_lon IS NULL OR raw_lat IS NULL, 1,
        start_s IS NULL OR end_s IS NULL OR read_lon IS NULL OR read_lat IS NULL, 2,
        NOT (abs(read_lon) <= 180 AND abs(read_lat) <= 90
            AND start_s >= 0 AND start_s < 4294967295 AND end_s >= 0 AND end_s < 4294967295), 3,
        end_s < start_s OR end_s - start_s > {max_stop_s:Float64}, 5,
        0
    ), 0) AS found_fault,
    found_fault = 0 AS usable
SELECT
    cityHash64(ifNull(device, '')) AS person,
    if(usable, toUInt32(ifNull(start_s, 0)), 0) AS start,
    if(usable, toUInt32(ifNull(end_s, 0)), 0) AS end,
    if(usable, ifNull(read_lon, 0), 0) AS lon,
    if(usable, ifNull(read_lat, 0), 0) AS lat,
    found_fault AS fault
FROM
(
    SELECT
        nullIf(trimBoth({device:Identifier}), '') AS device,
        nullIf(trimBoth({start:Identifier}), '') AS raw_start,
        nullIf(trimBoth({end:Identifier}), '') AS raw_end,
        nullIf(trimBoth({lon:Identifier}), '') AS raw_lon,
        nullIf(trimBoth({lat:Identifier}), '') AS raw_lat
    FROM {rows}
)
