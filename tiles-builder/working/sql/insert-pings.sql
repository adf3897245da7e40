-- Reads a file of pings. The engine puts the file in the place of the rows below: a column is text or numbers there, and
-- NULL where it holds nothing. Of the devices, one shard.
-- fault: 1 a value is missing, 2 a value is unreadable, 3 out of range, 4 not accurate enough.
INSERT INTO pings
WITH
    accurateCastOrNull(raw_time, 'Float64') AS number,
    multiIf(
        number IS NULL,
            if(match(toString(raw_time), {time_text:String}), toFloat64(parseDateTime64BestEffortOrNull(toString(raw_time), 3, 'UTC')), NULL),
        abs(number) >= 1e11, number / 1000,
        number
    ) AS seconds,
    accurateCastOrNull(raw_lon, 'Float64') AS read_lon,
    accurateCastOrNull(raw_lat, 'Float64') AS read_lat,
    if({has_accuracy:UInt8} = 1, accurateCastOrNull(raw_accuracy, 'Float64'), 0) AS read_accuracy,
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
    sipHash64Keyed((SELECT (k0, k1) FROM salt), ifNull(toString(device), '')) AS person,
    if(readable, toUInt32(ifNull(seconds, 0)), 0) AS time,
    if(readable, toInt32(round(ifNull(read_lon, 0) * 1e6)), 0) AS lon,
    if(readable, toInt32(round(ifNull(read_lat, 0) * 1e6)), 0) AS lat,
    found_fault AS fault
FROM
(
    SELECT
        device,
        time AS raw_time,
        lon AS raw_lon,
        lat AS raw_lat,
        {accuracy:Identifier} AS raw_accuracy
    FROM {rows}
)
WHERE person % {shards:UInt32} = {shard:UInt32}
