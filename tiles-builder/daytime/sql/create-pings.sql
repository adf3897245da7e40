-- One row a reading, as read. `time` in Unix seconds, `lon` and `lat` in millionths of a degree; `fault` is 0 where the
-- reading is usable, see insert-pings.sql.
CREATE TABLE pings
(
    person UInt64,
    time UInt32,
    lon Int32,
    lat Int32,
    fault UInt8
)
ENGINE = MergeTree
ORDER BY person
