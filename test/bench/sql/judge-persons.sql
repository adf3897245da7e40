-- How many devices' persons were found at the home and at the place in working hours that write-pings.sql gave them.
WITH
    place -> 2 + (place % 100000) / 200000 AS lon_of,
    place -> 48.6 + (intDiv(place, 100000) % 100000) / 300000 AS lat_of,
    (found, place) -> h3Distance(found, geoToH3(lat_of(place), lon_of(place), {grid_resolution:UInt8})) <= 2 AS is_near
SELECT
    count() AS devices,
    countIf(is_near(persons.home, cityHash64(device, toUInt8(0)))) AS homes_right,
    countIf(is_near(persons.occupation, cityHash64(device, toUInt8(device % 4 != 0)))) AS occupations_right
FROM (SELECT number AS device FROM numbers({devices:UInt64})) AS devices
INNER JOIN persons ON persons.person = sipHash64Keyed((SELECT (k0, k1) FROM salt), concat('device-', toString(device)))
