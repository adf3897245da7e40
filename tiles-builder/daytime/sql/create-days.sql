-- One row a local day on which anyone was seen: its times of day in Unix seconds. Without working hours, they end as they start.
CREATE TABLE days
(
    day Date,
    midnight UInt32,
    morning UInt32,
    work_start UInt32,
    work_end UInt32,
    evening UInt32,
    next_midnight UInt32
)
ENGINE = MergeTree
ORDER BY day
