-- What was found for each person, held against its own word: right at most three cells, some 50 m, from a place so labelled. A
-- workplace is an occupation place away from home.
SELECT
    toString(labels.person) AS person,
    labels.named_work,
    persons.home != 0 AS home_found,
    has(labels.homes, persons.home) AS home_right,
    persons.occupation NOT IN (0, persons.home) AS found_work,
    found_work AND has(labels.works, persons.occupation) AS right_work
FROM
(
    WITH h3kRing(geoToH3(lat, lon, {grid_resolution:UInt8}), 3) AS near
    SELECT
        person,
        groupUniqArrayArrayIf(near, label = 'H') AS homes,
        groupUniqArrayArrayIf(near, label = 'W') AS works,
        toUInt8(notEmpty(works)) AS named_work
    FROM (SELECT DISTINCT person, place, label FROM labelled) AS labelled
    INNER JOIN positions ON labelled.person = positions.person AND labelled.place = positions.place
    GROUP BY person
) AS labels
LEFT JOIN persons ON labels.person = persons.person
ORDER BY person
