-- One row a person with a home. Cells of the standard grid; occupation is 0 without a usual occupation place.
CREATE TABLE persons
(
    person UInt64,
    home UInt64,
    occupation UInt64
)
ENGINE = MergeTree
ORDER BY person
