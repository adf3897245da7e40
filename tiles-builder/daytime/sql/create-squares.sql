-- One row for each person and square of some 100 m in which the person stayed, see squares-from-stops.sql.
CREATE TABLE squares
(
    person UInt64,
    square Int64,
    total_s UInt64,
    work_s UInt64,
    night_s UInt64,
    -- Of each stay and local day, these days and nights may repeat.
    days Array(Date),
    work_days Array(Date),
    -- By the day on whose evening they begin.
    nights Array(Date),
    -- Coordinates of stays in millionths of a degree from -180 and -90, shifted by 32 bits, and their seconds.
    lons Array(UInt64),
    lats Array(UInt64)
)
ENGINE = MergeTree
ORDER BY (person, square)
