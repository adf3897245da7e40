-- One row a stop as its person labelled it. Places have no coordinates there: each place of a person is put on a lattice
-- of two kilometres, the same number of different persons at the same spot.
CREATE TABLE labelled
(
    person UInt64,
    start UInt32,
    end UInt32,
    lon Float64,
    lat Float64,
    label Enum8('H' = 1, 'W' = 2, 'O' = 3)
)
ENGINE = MergeTree
ORDER BY (person, start)
