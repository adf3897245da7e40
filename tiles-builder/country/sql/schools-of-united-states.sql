-- Public schools with their pupils, blank where these are not known, from pages of a query of which the last must not be full.
INSERT INTO FUNCTION file({out:String}, CSVWithNames, 'id String, pupils String, lon Float64, lat Float64')
WITH pages AS (
  SELECT _file, json, throwIf(NOT JSONHas(json, 'features'), 'A page has no features')
      + throwIf(_file = {last_file:String} AND JSONExtractBool(json, 'exceededTransferLimit'), 'A page is missing') AS checked
  FROM file({files:String}, JSONAsString, 'json String')
)
SELECT JSONExtractString(school, 'NCESSCH') AS id, if(JSONExtractInt(school, 'TOTAL') < 0, '', JSONExtractRaw(school, 'TOTAL')) AS pupils,
  JSONExtractFloat(school, 'LONCOD') AS lon, JSONExtractFloat(school, 'LATCOD') AS lat
FROM (SELECT JSONExtractRaw(arrayJoin(JSONExtractArrayRaw(json, 'features')), 'attributes') AS school FROM pages WHERE checked = 0)
WHERE lon BETWEEN {west:Float64} AND {east:Float64} AND lat BETWEEN {south:Float64} AND {north:Float64}
ORDER BY id
