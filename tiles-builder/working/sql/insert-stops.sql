-- Reads a file of stops. The engine puts the file in the place of the rows below; a column is text or numbers there, and
-- NULL where it holds nothing. Of the devices, one shard.
-- fault: 1 a value is missing, 2 a value is unreadable, 3 out of range, 5 ends before it starts or lasts too long.
INSERT INTO stops
WITH
    accurateCastOrNull(raw_start, 'Float64') AS start_number,
    accurateCastOrNull(raw_end, 'Float64') AS end_number,
    multiIf(
        start_number IS NULL,
            if(match(toString(raw_start), {time_text:String}), toFloat64(parseDateTime64BestEffortOrNull(toString(raw_start), 3, 'UTC')), NULL),
        abs(start_number) >= 1e11, start_number / 1000,
        start_number
    ) AS start_s,
    multiIf(
        end_number IS NULL,
            if(match(toString(raw_end), {time_text:String}), toFloat64(parseDateTime64BestEffortOrNull(toString(raw_end), 3, 'UTC')), NULL),
        abs(end_number) >= 1e11, end_number / 1000,
        end_number
    ) AS end_s,
    accurateCastOrNull(raw_lon, 'Float64') AS read_lon,
    accurateCastOrNull(raw_lat, 'Float64') AS read_lat,
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
    sipHash64Keyed((SELECT (k0, k1) FROM salt), ifNull(toString(device), '')) AS person,
    if(usable, toUInt32(ifNull(start_s, 0)), 0) AS start,
    if(usable, toUInt32(ifNull(end_s, 0)), 0) AS end,
    if(usable, ifNull(read_lon, 0), 0) AS lon,
    if(usable, ifNull(read_lat, 0), 0) AS lat,
    found_fault AS fault
FROM
(
    SELECT
        device,
        start AS raw_start,
        end AS raw_end,
        lon AS raw_lon,
        lat AS raw_lat
    FROM {rows}
)
WHERE person % {shards:UInt32} = {shard:UInt32}
