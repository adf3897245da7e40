-- Home: of the places that are used for longer than a week away lasts, that of most night hours, slept at often enough. Usual
-- occupation place: of those away from home that are used as long, not slept at and used enough in working hours the one used
-- longest, else the home if the person is there enough in those hours. For the persons of one range.
INSERT INTO persons
WITH
    least({longest_away_days:UInt32} + 1, intDiv({days:UInt32}, {panel_of_span:UInt32})) AS enough_span_days,
    own_places AS
    (
        SELECT * FROM places WHERE person BETWEEN {first_person:UInt64} AND {last_person:UInt64}
    ),
    homes AS
    (
        SELECT person, argMax((place, lon, lat), (night_s, place)) AS home
        FROM own_places
        WHERE nights >= {min_nights:UInt32} AND span_days >= enough_span_days
        GROUP BY person
    ),
    enough AS
    (
        SELECT
            person,
            greatest({min_days:UInt32}, {min_share_of_days:Float64} * work_days) AS enough_days,
            {min_share_of_hours:Float64} * work_s AS enough_away_s,
            {min_share_of_hours_at_home:Float64} * work_s AS enough_home_s
        FROM seen
        WHERE person BETWEEN {first_person:UInt64} AND {last_person:UInt64}
    ),
    rated AS
    (
        SELECT
            places.person AS person,
            places.place AS place,
            places.lon AS lon,
            places.lat AS lat,
            places.work_s AS work_s,
            places.work_days AS work_days,
            homes.home AS home,
            enough.enough_days AS enough_days,
            enough.enough_home_s AS enough_home_s,
            geoDistance(places.lon, places.lat, homes.home.2, homes.home.3) < {same_place_m:Float64} AS at_home,
            places.night_s > {max_share_of_night:Float64} * places.total_s AS slept_at,
            NOT at_home AND NOT slept_at AND work_days >= enough_days AND work_s >= enough.enough_away_s
                AND span_days >= enough_span_days AS used_away
        FROM own_places AS places
        INNER JOIN homes ON places.person = homes.person
        INNER JOIN enough ON places.person = enough.person
    ),
    chosen AS
    (
        SELECT
            person,
            any(home) AS home_place,
            max(used_away) AS has_away,
            argMaxIf((lon, lat), (work_s, place), used_away) AS away,
            maxIf(work_days, at_home) >= any(enough_days) AND sumIf(work_s, at_home) >= any(enough_home_s) AS used_home
        FROM rated
        GROUP BY person
    )
SELECT
    person,
    geoToH3(home_place.3, home_place.2, {grid_resolution:UInt8}) AS home,
    multiIf(
        has_away, geoToH3(away.2, away.1, {grid_resolution:UInt8}),
        used_home, geoToH3(home_place.3, home_place.2, {grid_resolution:UInt8}),
        0
    ) AS occupation
FROM chosen
