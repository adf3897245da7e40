-- When real people were seen.
CREATE TABLE rhythms
ENGINE = MergeTree
ORDER BY person AS
SELECT person, time, time AS until
FROM pings
WHERE fault = 0
