INSERT INTO stops
SELECT person, start, end, lon, lat, 0 AS fault
FROM labelled
