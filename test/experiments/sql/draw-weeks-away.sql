-- Draws made-up people who are at home but for a week: each takes the times of readings of one real person, four weeks from
-- a day on which that person was seen. Numbers are drawn by hashes, so that they are always the same; people are ranked by their
-- readings, since hashes of ids differ from run to run.
CREATE TABLE made_up
ENGINE = MergeTree
ORDER BY real AS
WITH
    reals AS
    (
        SELECT person, arraySort(groupUniqArray(intDiv(time, 86400))) AS days, row_number() OVER (ORDER BY sum(time), count()) AS rank
        FROM rhythms
        GROUP BY person
    ),
    (name) -> cityHash64(number, name, {seed:UInt64}) AS draw
SELECT
    cityHash64('made up', number) AS person,
    reals.person AS real,
    days[1 + draw('day') % length(days)] * 86400 AS from_s,
    from_s + 28 * 86400 AS to_s,
    from_s + (draw('week') % 22) * 86400 + 43200 AS leaves_s,
    leaves_s + 7 * 86400 AS returns_s,
    (number % 1000) / 50 AS home_lon,
    intDiv(number, 1000) / 50 AS home_lat,
    home_lon + (draw('east') % 1000) / 250 AS away_lon,
    home_lat + 0.25 + (draw('north') % 1000) / 250 AS away_lat
FROM
(
    SELECT number, 1 + draw('real') % (SELECT count() FROM reals) AS rank
    FROM numbers({persons:UInt64})
) AS drawn
INNER JOIN reals ON drawn.rank = reals.rank
