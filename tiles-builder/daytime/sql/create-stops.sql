-- One row a stay of a person at a place. `start` and `end` in Unix seconds, `lon` and `lat` in millionths of a degree; `fault`
-- as in insert-stops.sql.
CREATE TABLE stops
(
    person UInt64,
    start UInt32,
    end UInt32,
    lon Int32,
    lat Int32,
    fault UInt8
)
ENGINE = MergeTree
ORDER BY (person, start)
