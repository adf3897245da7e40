-- One row a person: on how many working days, and for how long in working hours, the device was seen.
CREATE TABLE seen
(
    person UInt64,
    work_days UInt32,
    work_s UInt64
)
ENGINE = MergeTree
ORDER BY person
