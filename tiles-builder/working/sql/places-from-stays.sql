-- Groups a person's stays into places: each cell joins the one among its neighbours and itself where the person was longest.
INSERT INTO places
WITH
    cells AS
    (
        SELECT person, cell, sum(total_s) AS used_s
        FROM stays
        GROUP BY person, cell
    ),
    joined AS
    (
        SELECT near.person AS person, near.cell AS cell, argMax(cells.cell, (cells.used_s, cells.cell)) AS place
        FROM (SELECT person, cell, arrayJoin(h3kRing(cell, 1)) AS neighbour FROM cells) AS near
        INNER JOIN cells ON near.person = cells.person AND near.neighbour = cells.cell
        GROUP BY near.person, near.cell
    ),
    groupArray(stays.total_s + 1) AS weights,
    intDiv(arraySum(weights) + 1, 2) AS half,
    values -> arraySort(values)[
        arrayFirstIndex(sum -> sum >= half, arrayCumSum(arraySort((weight, value) -> value, weights, values)))
    ] AS weighted_median
SELECT
    stays.person AS person,
    joined.place AS place,
    weighted_median(groupArray(stays.lon)) AS lon,
    weighted_median(groupArray(stays.lat)) AS lat,
    sum(stays.total_s) AS total_s,
    sum(stays.work_s) AS work_s,
    uniqExactIf(stays.day, stays.work_s > 0) AS work_days,
    sum(stays.night_s) AS night_s,
    -- A night is one from evening to morning, and goes by the day on which it begins.
    uniqExactArray(arrayConcat(
        if(stays.morning_s > 0, [stays.day - 1], []),
        if(stays.night_s > stays.morning_s, [stays.day], [])
    )) AS nights,
    toUInt32(max(stays.day) - min(stays.day)) AS span_days
FROM stays
INNER JOIN joined ON stays.person = joined.person AND stays.cell = joined.cell
GROUP BY stays.person, joined.place
