-- Reads a file of stops. The engine puts the file in the place of the rows below; a column is text or numbers there, and
-- NULL where it holds nothing. Of the devices, one shard.
-- fault: the greatest of 5 a value is missing, 4 a value is unreadable, 3 out of range, 1 ends before it starts or lasts too
-- long. No multiIf: it computes each condition on a copy of the rows left.
INSERT INTO stops
WITH
    raw -> accurateCastOrNull(raw, 'Float64') AS number_of,
    raw -> if(
        number_of(raw) IS NULL,
        if(match(toString(raw), {time_text:String}), toFloat64(parseDateTime64BestEffortOrNull(toString(raw), 3, 'UTC')), NULL),
        number_of(raw) / if(abs(number_of(raw)) >= 1e11, 1000, 1)
    ) AS seconds_of,
    seconds_of(raw_start) AS read_start,
    seconds_of(raw_end) AS read_end,
    number_of(raw_lon) AS read_lon,
    number_of(raw_lat) AS read_lat,
    ifNull(read_start, 0) AS start_s,
    ifNull(read_end, 0) AS end_s,
    ifNull(read_lon, 0) AS degrees_lon,
    ifNull(read_lat, 0) AS degrees_lat
SELECT
    sipHash64Keyed((SELECT (k0, k1) FROM salt), id) AS person,
    toUInt32(start_s) AS start,
    toUInt32(end_s) AS end,
    toInt32(round(degrees_lon * 1e6)) AS lon,
    toInt32(round(degrees_lat * 1e6)) AS lat,
    greatest(
        5 * (id = '' OR raw_start IS NULL OR raw_end IS NULL OR raw_lon IS NULL OR raw_lat IS NULL),
        4 * (read_start IS NULL OR read_end IS NULL OR read_lon IS NULL OR read_lat IS NULL),
        3 * NOT (abs(degrees_lon) <= 180 AND abs(degrees_lat) <= 90
            AND start_s >= 0 AND start_s < 4294967295 AND end_s >= 0 AND end_s < 4294967295),
        end_s < start_s OR end_s - start_s > {max_stop_s:Float64}
    ) AS fault
FROM
(
    SELECT
        ifNull(toString(device), '') AS id,
        start AS raw_start,
        end AS raw_end,
        lon AS raw_lon,
        lat AS raw_lat
    FROM {rows}
    WHERE cityHash64(id, (SELECT k0 FROM salt)) % {shards:UInt32} = {shard:UInt32}
)
