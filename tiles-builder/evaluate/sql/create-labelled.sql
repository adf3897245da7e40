-- One row a stop as its person labelled it. Places are numbers without coordinates.
CREATE TABLE labelled
(
    person UInt64,
    place UInt32,
    start UInt32,
    end UInt32,
    label Enum8('H' = 1, 'W' = 2, 'O' = 3)
)
ENGINE = MergeTree
ORDER BY (person, start)
