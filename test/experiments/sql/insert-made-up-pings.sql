-- Pings at the times of real ones, some ten metres from the places of made-up people.
INSERT INTO pings
WITH
    time >= leaves_s AND time < returns_s AS is_away,
    (name) -> (toInt64(cityHash64(made_up.person, time, name) % 601) - 300) AS noise
SELECT
    made_up.person AS person,
    toUInt32(rhythms.time) AS time,
    toInt32(round(if(is_away, away_lon, home_lon) * 1e6) + noise('east')) AS lon,
    toInt32(round(if(is_away, away_lat, home_lat) * 1e6) + noise('north')) AS lat,
    0 AS fault
FROM made_up
INNER JOIN rhythms ON made_up.real = rhythms.person
WHERE rhythms.time >= from_s AND rhythms.time < to_s
