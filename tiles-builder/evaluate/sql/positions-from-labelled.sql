-- Puts a person's places on a plane at 45° north: each at a random distance and bearing from the place before its first stop.
-- Distances have the density (r + 1.5 km)^-1.75 up to 80 km, as those between consecutive calls (González, Hidalgo, Barabási,
-- Nature 453, 2008), so that one place of twenty lies within 100 m of the one before.
INSERT INTO positions
WITH
    (who, number, use) -> (cityHash64(who, number, use) % 4294967296 + 0.5) / 4294967296 AS uniform,
    share -> 1500 * (pow(1 - share * (1 - pow(1500 / 81500, 0.75)), -1 / 0.75) - 1) AS distance_m,
    visited AS
    (
        SELECT
            person,
            arrayMap(stop -> stop.2, arraySort(groupArray((start, labelled.place)))) AS stops,
            arrayDistinct(stops) AS places,
            arrayMap(number -> indexOf(stops, number), places) AS firsts,
            arrayMap(first -> if(first = 1, 1, 1 + indexOf(places, stops[first - 1])), firsts) AS befores
        FROM labelled
        GROUP BY person
    ),
    moved AS
    (
        SELECT
            person,
            places,
            arrayMap(number -> distance_m(uniform(person, number, 1)), places) AS distances,
            arrayMap(number -> 2 * pi() * uniform(person, number, 2), places) AS bearings,
            arrayFold(
                (found, before, distance, bearing) -> arrayPushBack(
                    found,
                    (found[before].1 + distance * sin(bearing), found[before].2 + distance * cos(bearing))
                ),
                befores, distances, bearings, [(0., 0.)]
            ) AS metres
        FROM visited
    )
SELECT person, place, 10 + metre.1 / 111195 / cos(radians(45)), 45 + metre.2 / 111195
FROM moved
ARRAY JOIN places AS place, arrayPopFront(metres) AS metre
