-- Reads a file of pings, see insert-stops.sql.
-- fault: the greatest of 5 a value is missing, 4 a value is unreadable, 3 out of range, 2 not accurate enough.
INSERT INTO pings
WITH
    raw -> accurateCastOrNull(raw, 'Float64') AS number_of,
    raw -> if(
        number_of(raw) IS NULL,
        if(match(toString(raw), {time_text:String}), toFloat64(parseDateTime64BestEffortOrNull(toString(raw), 3, 'UTC')), NULL),
        number_of(raw) / if(abs(number_of(raw)) >= 1e11, 1000, 1)
    ) AS seconds_of,
    seconds_of(raw_time) AS read_time,
    number_of(raw_lon) AS read_lon,
    number_of(raw_lat) AS read_lat,
    if({has_accuracy:UInt8} = 1, number_of(raw_accuracy), 0) AS read_accuracy,
    ifNull(read_time, 0) AS time_s,
    ifNull(read_lon, 0) AS degrees_lon,
    ifNull(read_lat, 0) AS degrees_lat
SELECT
    sipHash64Keyed((SELECT (k0, k1) FROM salt), id) AS person,
    toUInt32(time_s) AS time,
    toInt32(round(degrees_lon * 1e6)) AS lon,
    toInt32(round(degrees_lat * 1e6)) AS lat,
    greatest(
        5 * (id = '' OR raw_time IS NULL OR raw_lon IS NULL OR raw_lat IS NULL),
        4 * (read_time IS NULL OR read_lon IS NULL OR read_lat IS NULL
            OR (raw_accuracy IS NOT NULL AND read_accuracy IS NULL)),
        3 * NOT (abs(degrees_lon) <= 180 AND abs(degrees_lat) <= 90 AND time_s >= 0 AND time_s < 4294967295),
        2 * (ifNull(read_accuracy, 0) > {max_accuracy_m:Float64})
    ) AS fault
FROM
(
    SELECT
        ifNull(toString(device), '') AS id,
        time AS raw_time,
        lon AS raw_lon,
        lat AS raw_lat,
        {accuracy:Identifier} AS raw_accuracy
    FROM {rows}
    WHERE cityHash64(id, (SELECT k0 FROM salt)) % {shards:UInt32} = {shard:UInt32}
)
