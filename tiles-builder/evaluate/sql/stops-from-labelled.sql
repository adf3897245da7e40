-- Stops at their places, with normal errors of the locations (Box and Muller 1958).
INSERT INTO stops
WITH
    use -> (cityHash64(person, start, use) % 4294967296 + 0.5) / 4294967296 AS uniform,
    {deviation_m:Float64} / 111195 * sqrt(-2 * log(uniform(1))) AS error
SELECT
    person,
    start,
    end,
    toInt32(round((positions.lon + error * sin(2 * pi() * uniform(2)) / cos(radians(positions.lat))) * 1e6)) AS lon,
    toInt32(round((positions.lat + error * cos(2 * pi() * uniform(2))) * 1e6)) AS lat,
    0 AS fault
FROM labelled
INNER JOIN positions ON labelled.person = positions.person AND labelled.place = positions.place
