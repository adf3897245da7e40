-- When real people were seen.
CREATE TABLE rhythms
ENGINE = MergeTree
ORDER BY person AS
SELECT person, start AS time, end AS until
FROM stops
WHERE fault = 0
