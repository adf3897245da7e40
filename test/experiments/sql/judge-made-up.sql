-- How many made-up people are given a home or an occupation place, and how many one that is far from where they live.
WITH
    (cell) -> h3ToGeo(if(cell = 0, geoToH3(home_lat, home_lon, {grid_resolution:UInt8}), cell)) AS found,
    (cell) -> geoDistance(found(cell).longitude, found(cell).latitude, home_lon, home_lat) > {far_m:Float64} AS is_far
SELECT
    count() AS persons,
    countIf(home != 0) AS with_home,
    countIf(occupation != 0) AS with_occupation,
    countIf(is_far(home)) AS homes_far,
    countIf(is_far(occupation)) AS occupations_far,
    countIf(is_far(home) OR is_far(occupation)) AS any_far
FROM made_up
LEFT JOIN persons ON made_up.person = persons.person
