-- Pings → fixes (medians of a few minutes) → runs of fixes that stay in one place → stops.
INSERT INTO stops
WITH
    fixes AS
    (
        SELECT
            person,
            intDiv(time, {fix_s:UInt32}) AS slot,
            min(time) AS first,
            max(time) AS last,
            medianExact(lon) AS lon,
            medianExact(lat) AS lat
        FROM pings
        WHERE fault = 0
        GROUP BY person, slot
    ),
    beside AS
    (
        SELECT
            *,
            lagInFrame(last, 1, 0) OVER w AS before_last,
            geoDistance(lon, lat, lagInFrame(lon, 1, lon) OVER w, lagInFrame(lat, 1, lat) OVER w) AS from_before_m,
            leadInFrame(first, 1, 4294967295) OVER w AS after_first,
            geoDistance(lon, lat, leadInFrame(lon, 1, lon) OVER w, leadInFrame(lat, 1, lat) OVER w) AS to_after_m
        FROM fixes
        WINDOW w AS (PARTITION BY person ORDER BY slot ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
    ),
    believed AS
    (
        SELECT *
        FROM beside
        WHERE NOT (
            from_before_m > {max_speed_m_s:Float64} * greatest(1, toInt64(first) - toInt64(before_last))
            AND to_after_m > {max_speed_m_s:Float64} * greatest(1, toInt64(after_first) - toInt64(last))
        )
    ),
    moves AS
    (
        SELECT
            *,
            toInt64(first) - toInt64(lagInFrame(last, 1, 0) OVER w) > {max_gap_s:UInt32}
                OR geoDistance(lon, lat, lagInFrame(lon, 1, lon) OVER w, lagInFrame(lat, 1, lat) OVER w) > {radius_m:Float64}
                AS moved
        FROM believed
        WINDOW w AS (PARTITION BY person ORDER BY slot ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
    ),
    runs AS
    (
        SELECT *, sum(moved) OVER (PARTITION BY person ORDER BY slot ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS run
        FROM moves
    )
SELECT
    person,
    min(first) AS start,
    max(last) AS end,
    medianExact(lon) AS lon,
    medianExact(lat) AS lat,
    0 AS fault
FROM runs
GROUP BY person, run
HAVING end - start >= {min_dwell_s:UInt32}
