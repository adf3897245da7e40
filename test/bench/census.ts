/** Benchmark: time and memory of partitioning a country's census polygons. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Progress } from '../../tiles-builder/records.ts';
import type { DrawnCountry, PartitionedCountry } from './partition-census.ts';
import { watchCommand } from './watch-command.ts';

const PARTITION = join(import.meta.dirname, 'partition-census.ts');
/** Limits for 240,000 units. */
export const MOST = { cpu_s: 600, max_rss_mb: 2_300 } as const;

export interface CensusFigures extends PartitionedCountry {
  readonly cpu_s: number;
  readonly max_rss_mb: number;
}

export interface CensusOptions extends DrawnCountry {
  readonly progress: Progress;
}

export async function benchCensus({ progress, ...country }: CensusOptions): Promise<CensusFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'census-'));
  try {
    progress(`Partition ${country.side ** 2} units`);
    const watched = await watchCommand([PARTITION, JSON.stringify(country)], {
      folder,
      stepOf: () => null,
      said: progress,
    });
    const { cpu_s, max_rss_mb } = watched.whole;
    const figures = { ...(JSON.parse(watched.lastLine) as PartitionedCountry), cpu_s, max_rss_mb };
    console.log(described(figures));
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const described = (figures: CensusFigures): string =>
  `${figures.units} units with ${figures.vertices} vertices: partition ${figures.partition_s.toFixed(1)} s, union ${figures.union_s.toFixed(1)} s, ` +
  `${figures.cpu_s.toFixed(0)} s of processors and ${figures.max_rss_mb.toFixed(0)} MB in all; ${figures.slivers} slivers, ${figures.holes} holes`;

export function faultsOf(figures: PartitionedCountry & Partial<CensusFigures>): string[] {
  const faults: string[] = [];
  if (figures.holes > 0 || figures.others > 0)
    faults.push(`${figures.holes} holes and ${figures.others} other polygons`);
  if (Math.abs(figures.area_ratio - 1) > 1e-6) faults.push(`units have ${figures.area_ratio} of the land`);
  for (const name of ['cpu_s', 'max_rss_mb'] as const) {
    const taken = figures[name];
    if (taken !== undefined && taken > MOST[name])
      faults.push(`${name} is ${taken}, and may be ${MOST[name]}`);
  }
  return faults;
}
