-- Where each place of a person is put, in degrees.
CREATE TABLE positions
(
    person UInt64,
    place UInt32,
    lon Float64,
    lat Float64
)
ENGINE = MergeTree
ORDER BY (person, place)
