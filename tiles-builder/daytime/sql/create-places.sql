-- One row a person: on how many working days, and for how long in working hours, it was seen, and its places.
CREATE TABLE places
(
    person UInt64,
    seen_days UInt32,
    seen_s UInt64,
    places Array(Tuple(
        -- Millionths of a degree.
        lon Int32,
        lat Int32,
        total_s UInt64,
        work_s UInt64,
        work_days UInt32,
        night_s UInt64,
        nights UInt32,
        -- From the first day to the last.
        span_days UInt32
    ))
)
ENGINE = MergeTree
ORDER BY person
