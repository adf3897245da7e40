INSERT INTO labelled
SELECT
    cityHash64(toString(device_id)),
    toUInt32(start),
    toUInt32(end),
    (toUInt32(place_id) % 1000) / 50,
    intDiv(toUInt32(place_id), 1000) / 50,
    true_label
FROM {rows}
