-- Local days on which anyone was seen.
SELECT DISTINCT toString(day) AS day FROM stays
