-- Schools with their pupils, blank where these are not known.
INSERT INTO FUNCTION file({out:String}, CSVWithNames, 'id String, pupils String, lon Float64, lat Float64')
SELECT identifiant_de_l_etablissement, nombre_d_eleves, longitude::Float64, latitude::Float64
FROM file({file_0:String}, CSVWithNames, 'identifiant_de_l_etablissement String, nombre_d_eleves String, longitude String, latitude String')
WHERE toFloat64OrNull(longitude) BETWEEN {west:Float64} AND {east:Float64}
  AND toFloat64OrNull(latitude) BETWEEN {south:Float64} AND {north:Float64}
ORDER BY identifiant_de_l_etablissement
SETTINGS format_csv_delimiter = ';'
