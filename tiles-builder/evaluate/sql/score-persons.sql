-- What was found for each person, held against its own word. A workplace is an occupation place away from home.
SELECT
    toString(labels.person) AS person,
    labels.named_work,
    persons.home != 0 AS home_found,
    has(labels.homes, persons.home) AS home_right,
    persons.occupation NOT IN (0, persons.home) AS found_work,
    has(labels.works, persons.occupation) AS right_work
FROM
(
    SELECT
        person,
        groupUniqArrayIf(geoToH3(lat, lon, {grid_resolution:UInt8}), label = 'H') AS homes,
        groupUniqArrayIf(geoToH3(lat, lon, {grid_resolution:UInt8}), label = 'W') AS works,
        toUInt8(notEmpty(works)) AS named_work
    FROM labelled
    GROUP BY person
) AS labels
LEFT JOIN persons ON labels.person = persons.person
ORDER BY person
