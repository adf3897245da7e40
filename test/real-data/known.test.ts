/** Where nothing is mapped, nobody is placed. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { BoundingBox, Position } from '../../src/geo/positions.ts';
import { boundingBoxOf, boxAround, boxesOverlap } from '../../src/geo/positions.ts';
import { computeIsochrone } from '../../src/isochrone/compute-isochrone.ts';
import { centreOf } from '../../tiles-builder/geometry/grid-cells.ts';
import { PlanarArea, shareInside } from '../../tiles-builder/geometry/planar-area.ts';
import { PolygonIndex } from '../../tiles-builder/geometry/polygon-index.ts';
import { findingsOf } from '../../tiles-builder/living/examine/examine-sources.ts';
import { examineSources } from '../../tiles-builder/pipeline/examine-alone.ts';
import { allocationsIn, type LivingFigures } from '../../tiles-builder/pipeline/living/figures.ts';
import { Reading } from '../../tiles-builder/pipeline/reading-step.ts';
import { readFigures } from '../../tiles-builder/pipeline/step-files.ts';
import { livingAlone, runAlone } from '../../tiles-builder/pipeline/steps-alone.ts';
import { buildRoadGraph } from '../../tiles-builder/roads/graph/build-road-graph.ts';
import { readCensus } from '../../tiles-builder/sources/census/census.ts';
import { type Config, readConfig } from '../../tiles-builder/sources/config/config.ts';
import { MISSING_NODE, type OsmRoads } from '../../tiles-builder/sources/gather/osm-roads.ts';
import type { RoadData } from '../../tiles-builder/sources/road-data.ts';
import { residentsOf } from '../support/datasets/residents-of.ts';
import { readOptions, readRoadData } from '../support/files/read-extract.ts';
import { describeOnRealData, realDataFolder, runsAllPlaces, runsOn } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { alone } from '../support/roads/alone.ts';
import { osmWays } from '../support/roads/osm-roads.ts';
import { cutGraph } from '../support/roads/real-roads.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { writeCountryConfig, writeSquaresConfig } from './real-datasets.ts';

const NEAR_M = 100;
const LIECHTENSTEINERS = 39_000;
const quiet = (): void => {};
const fileOf = (extract: string): string => join(realDataFolder, `osm/${extract}.osm.pbf`);

function pieces(roads: OsmRoads): BoundingBox[] {
  const { nodeLon, nodeLat } = roads;
  return osmWays(roads).flatMap(({ tags, nodes }): BoundingBox[] => {
    if (tags.highway === undefined) return [];
    const known = [...nodes].filter((node) => node !== MISSING_NODE);
    return known.slice(1).map((node, i) => {
      const ends = [known[i], node].map((at): Position => [nodeLon[at] / 1e7, nodeLat[at] / 1e7]);
      return boundingBoxOf([ends]);
    });
  });
}

describeOnRealData('nobody lives where nothing is mapped', () => {
  const folder = temporaryFolder();

  async function livingOf(config: Config) {
    const { reading, living } = livingAlone({ ...config, accept: ['people-without-homes'] });
    const folderOf = await runAlone(living!, mkdtempSync(join(folder, 'living-')), quiet);
    const read = new Reading(folderOf(reading));
    const { living: built, examination } = readFigures<LivingFigures>(folderOf(living!));
    return {
      roads: read.roads(),
      outlines: read.builtUp().outlines,
      coverage: built!.coverage,
      examinations: examination.census,
      people: residentsOf(allocationsIn(folderOf(living!))),
    };
  }

  const places = [
    ['riviera', 'monaco-2016', 'filosofi2019_200m_riviera.csv', 'idcar_200m', 'ind'],
    ['liechtenstein-2011', 'liechtenstein-2022', 'geostat_1km_2011_liechtenstein.csv', 'GRD_ID', 'TOT_P'],
    ['malta', 'malta-2018', 'geostat_1km_2021_malta.csv', 'GRD_ID', 'TOT_P'],
    ['riviera-1km', 'monaco-2016', 'geostat_1km_2021_riviera.csv', 'GRD_ID', 'TOT_P'],
    ['liechtenstein', 'liechtenstein-2022', 'geostat_1km_2021_liechtenstein.csv', 'GRD_ID', 'TOT_P'],
    ['rennes', 'rennes-2026', 'geostat_1km_2021_rennes.csv', 'GRD_ID', 'TOT_P'],
    ['porto', 'porto-roads-2015', 'geostat_1km_2021_porto.csv', 'GRD_ID', 'TOT_P'],
  ] as const;
  test.each(runsAllPlaces ? places : places.slice(0, 1))(
    '%s',
    async (name, extract, census, square, population) => {
      const config = readConfig(
        writeSquaresConfig(join(folder, name), name, extract, { census, square, population }),
      );
      const { roads, outlines, coverage, examinations, people } = await livingOf(config);
      const [found] = examinations;

      const mapped = [...pieces(roads.roads), ...Array.from(outlines(), (ring) => boundingBoxOf([ring]))];
      const index = new PolygonIndex(mapped);
      let nowhere = 0;
      for (const [cell, count] of people) {
        const around = boxAround(centreOf(cell), NEAR_M);
        if (!index.meeting(around).some((box) => boxesOverlap(mapped[box], around))) nowhere += count;
      }
      expect(nowhere).toBe(0);

      const extent = new PlanarArea(roads.extent.zone);
      const units = await readCensus(config.census![0], quiet);
      const contradicted = new Set(found!.contradicted.map(({ id }) => id));
      let whole = 0;
      let inPart = 0;
      for (const { id, outline, people: listed } of units) {
        const share = shareInside(new PlanarArea(outline), extent);
        if (contradicted.has(id)) continue;
        if (share > 1 - 1e-6) whole += listed;
        else if (share > 0) inPart += listed;
      }
      expect(found!.counted_people).toBeGreaterThan(whole - 1);
      expect(found!.counted_people).toBeLessThan(whole + inPart + 1);
      expect(found!.counted_people + found!.elsewhere_people + found!.contradicted_people).toBeCloseTo(
        found!.listed_people,
        3,
      );
      const covered = new PlanarArea(coverage);
      for (const { position, expected_people } of found!.unlisted) {
        expect([covered.contains(position), expected_people >= NEAR_M]).toEqual([false, true]);
      }
      console.log(
        `${name}: ${Math.round(found!.listed_people)} listed, ${Math.round(found!.counted_people)} counted, ${Math.round(found!.contradicted_people)} in ` +
          `${found!.contradicted.length} units that left, homes of ${Math.round(found!.unlisted.reduce((sum, place) => sum + place.expected_people, 0))} in ${found!.unlisted.length} places unlisted, ` +
          `${(areaOfZone_m2(coverage) / 1e6).toFixed(1)} km² up to ${roads.extent.by}`,
      );
    },
  );

  test('Liechtenstein has its own people, without a coverage named', async () => {
    const config = readConfig(writeCountryConfig(join(folder, 'country'), 'liechtenstein'));
    const examination = await examineSources(config, readOptions);
    expect(examination.roads.known_by).toBe('the border of Liechtenstein');
    const counted = examination.census[0].counted_people;
    expect(Math.abs(counted / LIECHTENSTEINERS - 1)).toBeLessThan(0.05);
    expect(findingsOf(config, examination).filter(({ level }) => level === 'fault')).toEqual([]);
    const { people } = await livingOf(config);
    const total = [...people.values()].reduce((sum, count) => sum + count, 0) / MILLIPERSONS;
    expect(total).toBeCloseTo(counted, 2);
  });

  test.runIf(runsAllPlaces)('a census coverage beyond the map stops the build', async () => {
    const file = writeCountryConfig(join(folder, 'claims'), 'liechtenstein');
    const config = readConfig(file);
    const box = join(folder, 'box.geojson');
    const ring = rectangle(9.471, 47.048, 9.636, 47.271);
    writeFileSync(box, JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
    const claiming = {
      ...config,
      roads: { ...config.roads, coverage: box },
      buildings: { ...config.buildings!, coverage: box },
      census: [{ ...config.census![0], coverage: box }],
    };
    const examination = await examineSources(claiming, readOptions);
    expect(examination.misplaced.stops).toBe(true);
    expect(examination.misplaced.people).toBeGreaterThan(40_000);
    const faults = findingsOf(claiming, examination).filter(({ level }) => level === 'fault');
    expect(faults).toEqual([expect.objectContaining({ message: expect.stringContaining('"accept"') })]);
    const accepting = { ...claiming, accept: ['people-without-homes' as const] };
    expect(findingsOf(accepting, examination).some(({ level }) => level === 'fault')).toBe(false);
  });
});

describeOnRealData('roads end where the data ends', () => {
  const folder = temporaryFolder();
  const wide = join(folder, 'wide.geojson');
  const ring = rectangle(-10, 30, 20, 55);
  writeFileSync(wide, JSON.stringify({ type: 'Polygon', coordinates: [ring] }));

  const isCut = async ({ roads, known }: RoadData, origin: Position, time_s: number): Promise<boolean> => {
    const { tiles } = await cutGraph(buildRoadGraph(roads, 'motorized', known), 'motorized');
    const found = await computeIsochrone({ origin, travel: 'motorized', time_s }, alone(tiles));
    if (!found.ok) throw new Error(JSON.stringify(found.failure));
    return found.value.cut;
  };

  const origins: [string, Position, number, boolean][] = [
    ['liechtenstein-2022', [9.521, 47.141], 900, true],
    ['liechtenstein-2022', [9.521, 47.141], 120, false],
    ['monaco-2016', [7.4196, 43.7314], 900, true],
    ['rennes-2026', [-1.678, 48.111], 1_200, true],
    ['les-gets', [6.669, 46.158], 900, true],
    ['porto-roads-2015', [-8.61, 41.15], 3_600, true],
    ['malta-2018', [14.51, 35.895], 3_600, false],
  ];
  describe.each(origins.filter(([extract]) => runsOn(extract)))(
    '%s from %j within %i s',
    (extract, origin, time_s, cut) => {
      test.each([
        ['no coverage named', undefined],
        ['a wide coverage named', wide],
      ])(`${cut ? 'is' : 'is not'} cut, %s`, async (_, coverage) => {
        const data = await readRoadData(fileOf(extract), coverage);
        expect(await isCut(data, origin, time_s)).toBe(cut);
      });
    },
  );
});
