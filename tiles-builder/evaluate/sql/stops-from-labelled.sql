INSERT INTO stops
SELECT person, start, end, toInt32(round(lon * 1e6)) AS lon, toInt32(round(lat * 1e6)) AS lat, 0 AS fault
FROM labelled
