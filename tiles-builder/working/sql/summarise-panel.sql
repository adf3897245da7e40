-- What the panel saw, over all persons.
SELECT
    (SELECT uniqExact(person) FROM {readings:Identifier} WHERE fault = 0) AS persons_read,
    (SELECT uniqExact(person) FROM stays) AS persons_with_stays,
    (SELECT count() FROM persons) AS persons_with_home,
    (SELECT countIf(occupation != 0) FROM persons) AS persons_with_occupation,
    (SELECT uniqExact(day) FROM stays) AS days,
    (SELECT toString(min(day)) FROM stays) AS first_day,
    (SELECT toString(max(day)) FROM stays) AS last_day
