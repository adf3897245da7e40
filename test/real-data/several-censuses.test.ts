import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { differenceOf } from '../../tiles-builder/geometry/clip-zones.ts';
import type { SourceExamination } from '../../tiles-builder/living/examine/examine-sources.ts';
import { examineSources } from '../../tiles-builder/pipeline/examine-alone.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { readBoundary, readOptions, readRoadData } from '../support/files/read-extract.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { MONACO_RELATION, rivieraExtract } from './real-datasets.ts';

/** IMSEE, 2016. */
const MONEGASQUES = 37_550;
describeOnRealData('two censuses of the Riviera', () => {
  const folder = temporaryFolder();

  const fineFile = join(realDataFolder, 'census/filosofi2019_200m_riviera.csv');
  const squares = (file: string): object => ({ file, square: 'idcar_200m', population: 'ind' });
  let number = 0;
  async function examine(...census: object[]): Promise<SourceExamination> {
    const file = join(folder, `${number++}.json`);
    const osm = { file: rivieraExtract };
    writeFileSync(file, JSON.stringify({ name: 'riviera', roads: osm, buildings: osm, census }));
    return examineSources(readConfig(file), readOptions);
  }
  const countedIn = ({ census }: SourceExamination): number[] => census.map((own) => own.counted_people);

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
