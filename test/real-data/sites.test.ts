import { join } from 'node:path';
import { expect, test } from 'vitest';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import { UNITS_PER_DEGREE } from '../../tiles-builder/geometry/coordinate-units.ts';
import { SITE_FIGURES, sitesOf } from '../../tiles-builder/living/sites.ts';
import { BuiltUpSpill } from '../../tiles-builder/partitions/built-up/built-up-spill.ts';
import { HALO_M } from '../../tiles-builder/partitions/partitions.ts';
import type { Consumer } from '../../tiles-builder/sources/features.ts';
import { readFeatures } from '../../tiles-builder/sources/read-features.ts';
import { readOptions } from '../support/files/read-extract.ts';
import { describeOnRealData, realDataFolder, runsOn } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';

const consumersOf = (spill: BuiltUpSpill): Consumer[] => [
  spill.takesBuildings,
  spill.takesLandUse,
  spill.takesStreets,
];

const westOf = (lon: number, { areas, lines }: Consumer): Consumer => ({
  ...(areas && {
    areas: {
      ...areas,
      take: (area) => {
        if (area.polygons.flat(2).some(([x]) => x < lon)) areas.take(area);
      },
    },
  }),
  ...(lines && {
    lines: {
      ...lines,
      take: (line) => {
        if (line.lon.some((x) => x < lon * UNITS_PER_DEGREE)) lines.take(line);
      },
    },
  }),
});

/** To the last bit, sorted. */
function figuresWestOf(lon: number, spill: BuiltUpSpill): string[] {
  const found: string[] = [];
  for (const area of spill.partitions()) {
    const sites = sitesOf(spill.of(area), false);
    for (let i = 0; i < sites.count; i++) {
      if (sites.lon[i] >= lon) continue;
      const figures = SITE_FIGURES.map((figure) => sites[figure][i]);
      found.push([area, sites.mapped[i], ...figures, sites.footprints.zoneOf(i)].join(' '));
    }
  }
  return found.sort();
}

describeOnRealData('homes', () => {
  const folder = temporaryFolder();

  const cuts: [string, number, number][] = [
    ['rennes-2026', -1.655, 48.12],
    ['liechtenstein-2022', 9.56, 47.15],
    ['malta-2018', 14.48, 35.9],
  ];
  test.each(cuts.filter(([name]) => runsOn(name)))(
    'of %s, 4 km from a cut through it, are the same in the half and in the whole',
    async (name, cut, lat) => {
      const whole = new BuiltUpSpill(join(folder, `${name}-whole`));
      const half = new BuiltUpSpill(join(folder, `${name}-half`));
      const consumers = [
        ...consumersOf(whole),
        ...consumersOf(half).map((consumer) => westOf(cut, consumer)),
      ];
      await readFeatures({ file: join(realDataFolder, `osm/${name}.osm.pbf`) }, consumers, readOptions);
      const metresPerLon = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
      const known = cut - HALO_M / metresPerLon;
      const inWhole = figuresWestOf(known, whole);
      expect(inWhole.length).toBeGreaterThan(500);
      expect(figuresWestOf(known, half)).toEqual(inWhole);
      expect(figuresWestOf(cut, half)).not.toEqual(figuresWestOf(cut, whole));
      console.log(`${name}: ${inWhole.length} sites compared`);
    },
  );
});
