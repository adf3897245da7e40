-- One row a reading, as read. `time` in Unix seconds; `fault` is 0 where the reading is usable, see insert-pings.sql.
CREATE TABLE pings
(
    person UInt64,
    time UInt32,
    lon Float64,
    lat Float64,
    fault UInt8
)
ENGINE = MergeTree
ORDER BY (person, time)
