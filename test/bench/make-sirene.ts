/** Makes both files of Sirene with chDB: `node make-sirene.ts FOLDER ROWS`. */
import { join } from 'node:path';
import { Session } from 'chdb';

const [folder = '', rows = ''] = process.argv.slice(2);
const session = new Session();
// Each file has an order of its own, as at INSEE.
const siret = (i: string): string => `leftPad(toString(10000000000000 + ${i} * 1999993), 14, '0')`;
session.query(`INSERT INTO FUNCTION file('${join(folder, 'stock.parquet')}', Parquet)
  SELECT ${siret('number')} AS siret, if(number % 5 < 2, 'A', 'F') AS etatAdministratifEtablissement,
    if(number % 7 = 0, ['01', '02', '03', '11', '12', '21'][1 + number % 6], NULL)::Nullable(String) AS trancheEffectifsEtablissement
  FROM numbers(${rows})`);
session.query(`INSERT INTO FUNCTION file('${join(folder, 'places.parquet')}', Parquet)
  SELECT ${siret('i')} AS siret, if(i % 50 = 0, NULL, -5 + (i % 1000) * 0.0145)::Nullable(Float64) AS x_longitude,
    if(i % 50 = 0, NULL, 42 + (i % 997) * 0.009)::Nullable(Float64) AS y_latitude
  FROM (SELECT (number * 7919) % ${rows} AS i FROM numbers(${rows}))`);
session.cleanup();
