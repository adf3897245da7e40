SELECT fault, count() AS readings, uniqExact(person) AS persons
FROM {readings:Identifier}
GROUP BY fault
ORDER BY fault
