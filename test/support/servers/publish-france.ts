/** Files of the French offices in their layouts, for made people, establishments and schools. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Position } from '../../../src/geo/positions.ts';
import { write7z } from '../files/write-7z.ts';
import { writeZip } from '../files/write-zip.ts';
import { newChdbSession } from '../processes/chdb.ts';
import { type Publishers, published } from './publishers.ts';

export interface FrenchSquare {
  readonly id: string;
  readonly people: number;
}

/** Layout: https://www.insee.fr/fr/statistiques/4176290, dictionary of variables; shortened to its first columns. */
export function filosofi2015(squares: readonly FrenchSquare[]): Buffer {
  const rows = squares.map(({ id, people }) => {
    const [, north, east] = /N(\d+)E(\d+)$/.exec(id)!.map(Number) as [number, number, number];
    const larger = `CRS3035RES1000mN${north - (north % 1_000)}E${east - (east % 1_000)}`;
    return `${id},${larger},0,${larger},866132,75119,0,${id},${people},990.0`;
  });
  const head = 'IdINSPIRE,Id_carr1km,I_est_cr,Id_carr_n,Groupe,Depcom,I_pauv,Id_car2010,Ind,Men';
  const csv = [head, ...rows, ''].join('\n');
  const archive = write7z('Filosofi2015_carreaux_200m_metropole.csv', csv);
  return writeZip({ 'Filosofi2015_carreaux_200m_csv.7z': archive });
}

export interface Establishment {
  readonly siret: string;
  readonly band: string;
  readonly state: string;
  /** `null` where INSEE publishes no coordinates. */
  readonly place: Position | null;
}

/**
 * Also writes an establishment without a band, which INSEE leaves out of the column.
 * Layout: https://www.data.gouv.fr/datasets/base-sirene-des-entreprises-et-de-leurs-etablissements-siren-siret
 */
export function writeSirene(sites: readonly Establishment[], stock: string, places: string): void {
  const session = newChdbSession();
  const rows = (values: (site: Establishment) => string): string => sites.map(values).join(', ');
  session.query(`INSERT INTO FUNCTION file('${stock}', Parquet) SELECT * FROM values(
    'siret String, trancheEffectifsEtablissement Nullable(String), etatAdministratifEtablissement String',
    ${rows(({ siret, band, state }) => `('${siret}', '${band}', '${state}')`)}, ('1', NULL, 'A'))`);
  session.query(`INSERT INTO FUNCTION file('${places}', Parquet) SELECT * FROM values(
    'siret String, x_longitude Nullable(Float64), y_latitude Nullable(Float64)',
    ${rows(({ siret, place }) => `('${siret}', ${place?.[0] ?? null}, ${place?.[1] ?? null})`)}, ('1', 2.5, 44.3))`);
  session.cleanup();
}

export interface FrenchSchool {
  readonly id: string;
  readonly name: string;
  readonly place: Position | null;
  readonly pupils: number | null;
}

/** Layout: https://data.education.gouv.fr/explore/dataset/fr-en-annuaire-education, with some of its columns. */
export const schoolsOfFrance = (schools: readonly FrenchSchool[]): string =>
  [
    '\ufeffidentifiant_de_l_etablissement;nom_etablissement;latitude;longitude;nombre_d_eleves',
    ...schools.map(({ id, name, place, pupils }) =>
      [id, name, place?.[1] ?? '', place?.[0] ?? '', pupils ?? ''].join(';'),
    ),
    '',
  ].join('\n');

export function publishFrance(
  { files }: Publishers,
  squares: readonly FrenchSquare[],
  sites: readonly Establishment[],
  schools: readonly FrenchSchool[],
): void {
  const census = 'www.insee.fr/fr/statistiques/fichier/4176290/Filosofi2015_carreaux_200m_csv.zip';
  files.set(census, published(filosofi2015(squares)));
  const list =
    'data.education.gouv.fr/api/explore/v2.1/catalog/datasets/fr-en-annuaire-education/exports/csv';
  files.set(list, published(schoolsOfFrance(schools), { contentType: 'text/csv' }));
  const folder = mkdtempSync(join(tmpdir(), 'sirene-'));
  const [stock, places] = [join(folder, 'stock.parquet'), join(folder, 'places.parquet')];
  writeSirene(sites, stock, places);
  const open = 'object.files.data.gouv.fr/data-pipeline-open/siren';
  files.set(`${open}/stock/StockEtablissement_utf8.parquet`, published(readFileSync(stock)));
  const geo = 'GeolocalisationEtablissement_Sirene_pour_etudes_statistiques_utf8.parquet';
  files.set(`${open}/geoloc/${geo}`, published(readFileSync(places)));
  rmSync(folder, { recursive: true });
}
