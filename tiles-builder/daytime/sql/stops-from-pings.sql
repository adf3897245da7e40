-- Pings → fixes (medians of a few minutes) → runs of fixes that stay in one place → stops, for the persons of one range.
-- A person's pings are one row of arrays in order of time: what stands in a row is compared with what comes before it by
-- an array shifted by one. A break is 1 where something new begins.
INSERT INTO stops
WITH
    (lon, lat, other_lon, other_lat) -> geoDistance(lon / 1e6, lat / 1e6, other_lon / 1e6, other_lat / 1e6) AS distance_m,
    in_order AS
    (
        SELECT
            person,
            arraySort(groupArray(
                bitShiftLeft(toUInt128(time), 64)
                + bitShiftLeft(toUInt128(toUInt32(toInt64(lon) + 180000000)), 32)
                + toUInt32(toInt64(lat) + 90000000)
            )) AS packed,
            arrayMap(ping -> toUInt32(bitShiftRight(ping, 64)), packed) AS times,
            arrayMap(ping -> toInt32(toInt64(toUInt32(bitShiftRight(ping, 32))) - 180000000), packed) AS lons,
            arrayMap(ping -> toInt32(toInt64(toUInt32(ping)) - 90000000), packed) AS lats,
            arrayMap(time -> intDiv(time, {fix_s:UInt32}), times) AS slots,
            arrayMap((slot, before) -> slot != before, slots, arrayPushFront(arrayPopBack(slots), 0)) AS breaks
        FROM pings
        WHERE fault = 0 AND person BETWEEN {first_person:UInt64} AND {last_person:UInt64}
        GROUP BY person
    ),
    fixes AS
    (
        SELECT
            person,
            arrayMap(fix -> fix[1], arraySplit((time, break) -> break, times, breaks)) AS starts,
            arrayMap(fix -> fix[-1], arraySplit((time, break) -> break, times, breaks)) AS ends,
            arrayMap(fix -> arraySort(fix)[intDiv(length(fix) + 1, 2)], arraySplit((lon, break) -> break, in_order.lons, breaks)) AS lons,
            arrayMap(fix -> arraySort(fix)[intDiv(length(fix) + 1, 2)], arraySplit((lat, break) -> break, in_order.lats, breaks)) AS lats
        FROM in_order
    ),
    jumps AS
    (
        SELECT
            *,
            arrayMap(
                (start, lon, lat, before_end, before_lon, before_lat) ->
                    distance_m(lon, lat, before_lon, before_lat)
                    > {max_speed_m_s:Float64} * greatest(1, toInt64(start) - toInt64(before_end)),
                starts, lons, lats,
                arrayPushFront(arrayPopBack(ends), 0),
                arrayPushFront(arrayPopBack(lons), lons[1]),
                arrayPushFront(arrayPopBack(lats), lats[1])
            ) AS jumps_to,
            arrayMap((to, from) -> NOT (to AND from), jumps_to, arrayPushBack(arrayPopFront(jumps_to), 0)) AS kept
        FROM fixes
    ),
    believed AS
    (
        SELECT
            person,
            arrayFilter((start, keep) -> keep, jumps.starts, kept) AS starts,
            arrayFilter((end, keep) -> keep, jumps.ends, kept) AS ends,
            arrayFilter((lon, keep) -> keep, jumps.lons, kept) AS lons,
            arrayFilter((lat, keep) -> keep, jumps.lats, kept) AS lats
        FROM jumps
    ),
    runs AS
    (
        SELECT
            *,
            arrayMap(
                (start, lon, lat, before_end, before_lon, before_lat) ->
                    toInt64(start) - toInt64(before_end) > {max_gap_s:UInt32}
                    OR distance_m(lon, lat, before_lon, before_lat) > {radius_m:Float64},
                starts, lons, lats,
                arrayPushFront(arrayPopBack(ends), 0),
                arrayPushFront(arrayPopBack(lons), 0),
                arrayPushFront(arrayPopBack(lats), 0)
            ) AS breaks
        FROM believed
    )
SELECT
    person,
    run_starts[1] AS start,
    run_ends[-1] AS end,
    arraySort(run_lons)[intDiv(length(run_lons) + 1, 2)] AS lon,
    arraySort(run_lats)[intDiv(length(run_lats) + 1, 2)] AS lat,
    0 AS fault
FROM runs
ARRAY JOIN
    arraySplit((start, break) -> break, starts, breaks) AS run_starts,
    arraySplit((end, break) -> break, ends, breaks) AS run_ends,
    arraySplit((lon, break) -> break, lons, breaks) AS run_lons,
    arraySplit((lat, break) -> break, lats, breaks) AS run_lats
WHERE end - start >= {min_dwell_s:UInt32}
