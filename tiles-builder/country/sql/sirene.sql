-- Active establishments of Sirene with staff, and their published coordinates.
INSERT INTO FUNCTION file({out:String}, CSVWithNames, 'siret String, band String, lon Float64, lat Float64')
SELECT siret, band, lon, lat
FROM (
  SELECT assumeNotNull(toString(siret)) AS siret, assumeNotNull(toString(x_longitude))::Float64 AS lon,
    assumeNotNull(toString(y_latitude))::Float64 AS lat
  FROM file({file_1:String}, Parquet)
  WHERE x_longitude BETWEEN {west:Float64} AND {east:Float64} AND y_latitude BETWEEN {south:Float64} AND {north:Float64}
) AS places
INNER JOIN (
  SELECT assumeNotNull(toString(siret)) AS siret, assumeNotNull(toString(trancheEffectifsEtablissement)) AS band
  FROM file({file_0:String}, Parquet)
  WHERE etatAdministratifEtablissement = 'A' AND trancheEffectifsEtablissement NOT IN ('', 'NN', '00')
) AS sites USING (siret)
ORDER BY siret
