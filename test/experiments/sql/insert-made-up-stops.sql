-- What is known of the times of real stops, at the places of made-up people.
INSERT INTO stops
WITH start >= leaves_s AND start < returns_s AS is_away
SELECT
    made_up.person AS person,
    toUInt32(time) AS start,
    toUInt32(until) AS end,
    toInt32(round(if(is_away, away_lon, home_lon) * 1e6)) AS lon,
    toInt32(round(if(is_away, away_lat, home_lat) * 1e6)) AS lat,
    0 AS fault
FROM made_up
INNER JOIN rhythms ON made_up.real = rhythms.person
WHERE time >= from_s AND time < to_s
