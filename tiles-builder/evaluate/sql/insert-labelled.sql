INSERT INTO labelled
SELECT
    cityHash64(toString(device_id)),
    toUInt32(place_id),
    toUInt32(start),
    toUInt32(end),
    true_label
FROM {rows}
