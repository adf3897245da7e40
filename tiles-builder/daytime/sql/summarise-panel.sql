SELECT
    (SELECT count() FROM places) AS persons_with_stays,
    (SELECT count() FROM persons) AS persons_with_home,
    (SELECT countIf(occupation != 0) FROM persons) AS persons_with_occupation
