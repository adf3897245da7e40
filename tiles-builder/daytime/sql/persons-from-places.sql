-- Home: of the places that are used for longer than a week away lasts, that of most night hours, slept at often enough. Usual
-- occupation place: of those away from home that are used as long, not slept at and used enough in working hours the one used
-- longest, else the home if the person is there enough in those hours.
INSERT INTO persons
WITH
    least({longest_away_days:UInt32} + 1, intDiv({days:UInt32}, {panel_of_span:UInt32})) AS enough_span_days,
    greatest({min_days:UInt32}, {min_share_of_days:Float64} * seen_days) AS enough_days,
    place -> geoToH3(place.lat / 1e6, place.lon / 1e6, {grid_resolution:UInt8}) AS cell_of,
    arrayFilter(place -> place.span_days >= enough_span_days, places) AS long_used,
    arrayReverseSort(
        place -> (place.night_s, place.lon, place.lat),
        arrayFilter(place -> place.nights >= {min_nights:UInt32}, long_used)
    ) AS homes,
    homes[1] AS home_place,
    place -> geoDistance(place.lon / 1e6, place.lat / 1e6, home_place.lon / 1e6, home_place.lat / 1e6) < {same_place_m:Float64} AS is_home,
    arrayFilter(place -> is_home(place), places) AS at_home,
    arrayReverseSort(
        place -> (place.work_s, place.lon, place.lat),
        arrayFilter(
            place -> place.work_days >= enough_days AND place.work_s >= {min_share_of_hours:Float64} * seen_s
                AND place.night_s <= {max_share_of_night:Float64} * place.total_s AND NOT is_home(place),
            long_used
        )
    ) AS aways
SELECT
    person,
    cell_of(home_place) AS home,
    multiIf(
        notEmpty(aways), cell_of(aways[1]),
        arrayMax(place -> place.work_days, at_home) >= enough_days
            AND arraySum(place -> place.work_s, at_home) >= {min_share_of_hours_at_home:Float64} * seen_s, home,
        0
    ) AS occupation
FROM places
WHERE notEmpty(homes)
