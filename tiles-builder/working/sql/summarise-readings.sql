SELECT fault, count() AS readings
FROM {readings:Identifier}
GROUP BY fault
ORDER BY fault
