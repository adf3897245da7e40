-- The key of the hash of device ids: one row, made for one build, in memory alone.
CREATE TABLE salt
(
    k0 UInt64,
    k1 UInt64
)
ENGINE = Memory
