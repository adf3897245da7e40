-- So many pings of devices whose persons sleep at home and, three in four of them, work elsewhere on weekdays from 9 to
-- 17 o'clock UTC. A ping of each device about every 22 minutes, in order of time as they would arrive; four weeks from
-- Monday, 1 January 2024. Off by up to 45 m in each direction.
INSERT INTO FUNCTION file({file_path:String}, 'Parquet')
WITH
    number % {devices:UInt64} AS device,
    1704067200 + intDiv(number, {devices:UInt64}) * 1350 + cityHash64(number) % 1200 AS time,
    toDayOfWeek(toDateTime(time, 'UTC')) <= 5 AND toHour(toDateTime(time, 'UTC')) BETWEEN 9 AND 16 AND device % 4 != 0 AS away,
    cityHash64(device, away) AS place,
    salt -> (toFloat64(cityHash64(number, salt) % 100000) - 50000) / 50000 AS off
SELECT
    concat('device-', toString(device)) AS device_id,
    toInt64(time) AS timestamp,
    2 + (place % 100000) / 200000 + off('lon') * 0.0006 AS lon,
    48.6 + (intDiv(place, 100000) % 100000) / 300000 + off('lat') * 0.0004 AS lat
FROM numbers({pings:UInt64})
