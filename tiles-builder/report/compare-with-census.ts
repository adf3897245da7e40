/** Totals of a dataset against the census that it was built from, read again from its file. */
import type { Manifest } from '../../src/format/manifest.ts';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
import { BadInput } from '../bad-input.ts';
import type { Config } from '../config.ts';
import { sourcesOf } from '../dataset/describe-sources.ts';
import type { Progress } from '../records.ts';
import { readCensus } from '../sources/census.ts';

export interface CensusComparison {
  readonly file: string;
  readonly units: number;
  /** Persons in all units. */
  readonly listed: number;
  /** Persons in units that lie whole inside the dataset's coverage. */
  readonly inside: number;
  /** Persons in units of which a part lies inside. */
  readonly cut: number;
}

/** Share of a unit's area that rounding may leave out. */
const NEARLY_WHOLE = 0.999;

/** @throws BadInput where the configuration is of another region */
export function compareWithCensus(
  config: Config,
  manifest: Manifest,
  progress: Progress,
): CensusComparison[] {
  if (config.name !== manifest.region) {
    throw new BadInput(config.file, 'name', `the dataset is of the region ${manifest.region}`);
  }
  const coverage: Zone = manifest.coverage.living ?? [];
  return sourcesOf(config)
    .filter(({ role }) => role === 'census')
    .map(({ source }, index) => {
      const units = readCensus(config.census![index]!, progress);
      let listed = 0;
      let inside = 0;
      let cut = 0;
      for (const { outline, people } of units) {
        listed += people;
        if (people === 0) continue;
        const share = sharedArea_m2(outline, coverage) / areaOfZone_m2(outline);
        if (share >= NEARLY_WHOLE) inside += people;
        else if (share > 0) cut += people;
      }
      return { file: source.file, units: units.length, listed, inside, cut };
    });
}
