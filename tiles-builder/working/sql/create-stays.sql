-- One row for each stop and local day: how much of it falls into working hours and into the night, in seconds.
CREATE TABLE stays
(
    person UInt64,
    day Date,
    cell UInt64,
    lon Float64,
    lat Float64,
    total_s UInt32,
    work_s UInt32,
    night_s UInt32,
    -- What of night_s lies before the morning's hour, in the night that began on the day before.
    morning_s UInt32
)
ENGINE = MergeTree
ORDER BY (person, cell, day)
