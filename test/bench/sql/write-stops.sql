-- Three weeks of stops of the persons in a file: nights and days off at home, working days at the occupation place where that
-- is another. A day in eight is not seen. Stops follow from the person and the day alone. Off by up to 30 m in each direction.
INSERT INTO FUNCTION file({stops_file:String}, 'Parquet')
WITH
    cityHash64(device, day) AS chance,
    day % 7 < 5 AND (work_lon != home_lon OR work_lat != home_lat) AS works_away,
    24000 + chance % 9000 AS leaves_s,
    leaves_s + 27000 + intDiv(chance, 9000) % 9000 AS returns_s,
    (stop, axis) -> (toFloat64(cityHash64(chance, stop.1, axis) % 2001) - 1000) / 1000 AS off
SELECT
    device,
    toInt64({first_midnight_s:UInt32} + day * 86400 + stop.1) AS start,
    toInt64({first_midnight_s:UInt32} + day * 86400 + stop.2) AS end,
    if(stop.3 = 1, work_lon, home_lon) + off(stop, 'lon') * 0.0004 AS lon,
    if(stop.3 = 1, work_lat, home_lat) + off(stop, 'lat') * 0.00027 AS lat
FROM file({persons_file:String}, 'CSV', 'device String, home_lon Float64, home_lat Float64, work_lon Float64, work_lat Float64')
ARRAY JOIN range(21) AS day
ARRAY JOIN if(
    works_away,
    [(0, leaves_s, 0), (leaves_s + 1500, returns_s, 1), (returns_s + 1500, 86399, 0)],
    [(0, leaves_s + 10000, 0), (leaves_s + 14000, 86399, 0)]
) AS stop
WHERE chance % 8 != 0
