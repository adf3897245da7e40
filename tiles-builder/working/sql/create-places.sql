-- One row for each place of a person: where it is and how much it is used.
CREATE TABLE places
(
    person UInt64,
    place UInt64,
    lon Float64,
    lat Float64,
    total_s UInt64,
    work_s UInt64,
    work_days UInt32,
    night_s UInt64,
    nights UInt32,
    -- From the first day to the last.
    span_days UInt32
)
ENGINE = MergeTree
ORDER BY (person, place)
