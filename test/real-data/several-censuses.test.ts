import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { differenceOf } from '../../tiles-builder/geometry/clip-zones.ts';
import type { SourceExamination } from '../../tiles-builder/living/examine/examine-sources.ts';
import { examineSources } from '../../tiles-builder/pipeline/examine-alone.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { readBoundary, readOptions, readRoadData } from '../support/files/read-extract.ts';
import { describeOnRealData, realDataFolder, runsAllPlaces } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { MONACO_RELATION, rivieraExtract } from './real-datasets.ts';

/** IMSEE, 2016. */
const MONEGASQUES = 37_550;
/** West of it squares have 200 m, else 1 km. */
const WEST_LON = 7.4;

describeOnRealData('two censuses of the Riviera', () => {
  const folder = temporaryFolder();

  const fineFile = join(realDataFolder, 'census/filosofi2019_200m_riviera.csv');
  const kilometres = {
    file: join(realDataFolder, 'census/geostat_1km_2021_riviera.csv'),
    square: 'GRD_ID',
    population: 'TOT_P',
  };
  const squares = (file: string): object => ({ file, square: 'idcar_200m', population: 'ind' });
  const west = (): object => {
    const [header, ...rows] = readFileSync(fineFile, 'utf8').trim().split('\n');
    const lon = header.split(',').indexOf('lon');
    const file = join(folder, 'west.csv');
    writeFileSync(file, [header, ...rows.filter((row) => Number(row.split(',')[lon]) < WEST_LON)].join('\n'));
    return squares(file);
  };

  let number = 0;
  async function examine(...census: object[]): Promise<SourceExamination> {
    const file = join(folder, `${number++}.json`);
    const osm = { file: rivieraExtract };
    writeFileSync(file, JSON.stringify({ name: 'riviera', roads: osm, buildings: osm, census }));
    return examineSources(readConfig(file), readOptions);
  }
  const countedIn = ({ census }: SourceExamination): number[] => census.map((own) => own.counted_people);

  test.runIf(runsAllPlaces)('fine squares of the west and kilometres of all', async () => {
    const [fine] = countedIn(await examine(west()));
    const [coarse] = countedIn(await examine(kilometres));
    const both = await examine(west(), kilometres);
    const [ownFine, ownCoarse] = countedIn(both);
    console.log(
      `west alone ${fine}, kilometres alone ${coarse}; together ${ownFine} and ${ownCoarse} on ${both.living_km2} km²`,
    );
    expect(ownFine).toBeCloseTo(fine, -1);
    expect((ownFine + ownCoarse) / coarse).toBeGreaterThan(0.9);
    expect((ownFine + ownCoarse) / coarse).toBeLessThan(1.15);
  });

  test('French squares and a polygon of Monaco', async () => {
    const monaco = join(folder, 'monaco.geojson');
    const coordinates = await readBoundary(rivieraExtract, MONACO_RELATION);
    const geometry = { type: 'MultiPolygon', coordinates };
    writeFileSync(monaco, JSON.stringify({ type: 'Feature', properties: { people: MONEGASQUES }, geometry }));
    const principality = { file: monaco, population: 'people' };
    const [alone] = countedIn(await examine(squares(fineFile)));
    const both = await examine(squares(fineFile), principality);
    const [french, monegasque] = countedIn(both);
    console.log(`squares alone ${alone}; together ${french} and ${monegasque} on ${both.living_km2} km²`);
    expect(french / alone).toBeGreaterThan(0.98);
    // Squares across the border list French people alone.
    expect(monegasque / MONEGASQUES).toBeGreaterThan(0.6);
    expect(both.census[1].elsewhere_people).toBeCloseTo(MONEGASQUES - monegasque, 0);

    const { coverage } = await readRoadData(rivieraExtract);
    const frenchLand = join(folder, 'french.geojson');
    const land = { type: 'MultiPolygon', coordinates: differenceOf(coverage, coordinates) };
    writeFileSync(frenchLand, JSON.stringify({ type: 'Feature', properties: {}, geometry: land }));
    const named = await examine({ ...squares(fineFile), coverage: frenchLand }, principality);
    console.log(`with the coverage of the squares named: ${countedIn(named).join(' and ')}`);
    expect(countedIn(named)[1] / MONEGASQUES).toBeGreaterThan(0.95);
  });
});
