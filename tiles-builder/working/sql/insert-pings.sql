-- Reads a file of pings. The engine puts the file in the place of the rows below; all columns are text there.
-- fault: 1 a value is missing, 2 a value is unreadable, 3 out of range, 4 not accurate enough.
INSERT INTO pings
WITH
    toFloat64OrNull(raw_time) AS number,
    multiIf(
        number IS NULL, toFloat64(parseDateTime64BestEffortOrNull(raw_time, 3, 'UTC')),
        abs(number) >= 1e11, number / 1000,
        number
    ) AS seconds,
    toFloat64OrNull(raw_lon) AS read_lon,
    toFloat64OrNull(raw_lat) AS read_lat,
    toFloat64OrNull(raw_accuracy) AS read_accuracy,
    ifNull(multiIf(
        device IS NULL OR raw_time IS NULL OR raw_lon IS NULL OR raw_lat IS NULL, 1,
        seconds IS NULL OR read_lon IS NULL OR read_lat IS NULL
            OR (raw_accuracy IS NOT NULL AND read_accuracy IS NULL), 2,
        NOT (abs(read_lon) <= 180 AND abs(read_lat) <= 90 AND seconds >= 0 AND seconds < 4294967295), 3,
        read_accuracy > {max_accuracy_m:Float64}, 4,
        0
    ), 0) AS found_fault,
    found_fault IN (0, 4) AS readable
SELECT
    cityHash64(ifNull(device, '')) AS person,
    if(readable, toUInt32(ifNull(seconds, 0)), 0) AS time,
    if(readable, ifNull(read_lon, 0), 0) AS lon,
    if(readable, ifNull(read_lat, 0), 0) AS lat,
    found_fault AS fault
FROM
(
    SELECT
        nullIf(trimBoth({device:Identifier}), '') AS device,
        nullIf(trimBoth({time:Identifier}), '') AS raw_time,
        nullIf(trimBoth({lon:Identifier}), '') AS raw_lon,
        nullIf(trimBoth({lat:Identifier}), '') AS raw_lat,
        if({has_accuracy:UInt8} = 1, nullIf(trimBoth({accuracy:Identifier}), ''), NULL) AS raw_accuracy
    FROM {rows}
)
