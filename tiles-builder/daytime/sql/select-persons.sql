-- How many persons live in one cell and have their usual occupation place in another, NULL without one: one slice of the homes.
SELECT
    h3ToString(persons.home) AS home_cell,
    if(persons.occupation = 0, NULL, h3ToString(persons.occupation)) AS occupation_cell,
    count() AS persons
FROM persons
WHERE cityHash64(persons.home) % {slices:UInt32} = {slice:UInt32}
GROUP BY persons.home, persons.occupation
