-- Groups a person's stays into places: each square joins the one among its neighbours and itself where the person was longest.
-- A place lies at the weighted medians of its stays' coordinates.
INSERT INTO places
WITH
    row -> greatest(1, toInt64(360e6 / {square:UInt32} * cos(radians(intDiv(row * {square:UInt32}, 1000000) - 89.5)))) AS columns_of,
    near AS
    (
        SELECT
            person,
            square,
            intDiv(square, 4294967296) AS own_row,
            own_row + arrayJoin([-1, 0, 1]) AS row,
            intDiv((2 * (square % 4294967296) + 1) * columns_of(row), 2 * columns_of(own_row)) + arrayJoin(range(3)) - 1 AS column,
            row * 4294967296 + positiveModulo(column, columns_of(row)) AS neighbour
        FROM squares
    ),
    joined AS
    (
        SELECT near.person AS person, near.square AS square, argMax(squares.square, (squares.total_s, squares.square)) AS place
        FROM near
        INNER JOIN squares ON near.person = squares.person AND near.neighbour = squares.square
        GROUP BY near.person, near.square
    ),
    values -> arraySort(values)[arrayFirstIndex(
        sum -> 2 * sum >= arraySum(value -> bitAnd(value, 4294967295) + 1, values),
        arrayCumSum(value -> bitAnd(value, 4294967295) + 1, arraySort(values))
    )] AS weighted_median,
    used AS
    (
        SELECT
            squares.person AS person,
            bitShiftRight(weighted_median(groupArrayArray(lons)), 32) - 180000000 AS lon,
            bitShiftRight(weighted_median(groupArrayArray(lats)), 32) - 90000000 AS lat,
            sum(squares.total_s) AS total_s,
            sum(squares.work_s) AS work_s,
            groupArrayArray(squares.work_days) AS work_days,
            sum(squares.night_s) AS night_s,
            arrayUniq(groupArrayArray(squares.nights)) AS nights,
            max(arrayMax(days)) - min(arrayMin(days)) AS span_days
        FROM squares
        INNER JOIN joined ON squares.person = joined.person AND squares.square = joined.square
        GROUP BY squares.person, joined.place
    )
SELECT
    person,
    arrayUniq(groupArrayArray(used.work_days)) AS seen_days,
    sum(used.work_s) AS seen_s,
    groupArray((lon, lat, total_s, work_s, arrayUniq(work_days), night_s, nights, span_days)) AS places
FROM used
GROUP BY person
