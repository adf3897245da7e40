INSERT INTO seen
SELECT
    stays.person AS person,
    uniqExactIf(stays.day, stays.work_s > 0) AS work_days,
    sum(stays.work_s) AS work_s
FROM stays
GROUP BY stays.person
