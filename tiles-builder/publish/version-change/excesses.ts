/** Finds changes of people, coverage and roads above thresholds that are usual between vintages of the same sources. */
import { whole } from '../../base/numbers/whole-number.ts';
import type { VersionChange } from './compare-with-live.ts';

export const ALL_CHANGES = ['people', 'coverage', 'roads', 'layers'] as const;
export type ChangeKind = (typeof ALL_CHANGES)[number];

/** Regional censuses some years apart differ by hundredths. */
const MAX_PEOPLE_SHARE = 0.1;
/** If 36 km² of a town gain or lose half, a file is missing or counted twice. */
const MAX_AREA_SHARE = 0.5;
/** In thinner areas, one estate is a large share. */
const MIN_PEOPLE_OF_AREA = 10_000;
/** Above a twentieth, callers would notice failing calls. */
const MAX_COVERAGE_LOST_SHARE = 0.05;
/** OpenStreetMap grows by hundredths a year. */
const MAX_ROADS_SHARE = 0.2;

export interface Excess {
  /** All kinds must be accepted. */
  readonly kinds: readonly ChangeKind[];
  readonly sentence: string;
}

export function excessesOf(change: VersionChange): Excess[] {
  const { before, unreadable, simulated_before, simulated_after } = change;
  if (unreadable !== null) {
    const sentence = `the live version ${before} cannot be compared with (${unreadable})`;
    return [{ kinds: ALL_CHANGES, sentence }];
  }
  const excesses: Excess[] = [];
  const add = (kind: ChangeKind, sentence: string): void => void excesses.push({ kinds: [kind], sentence });
  for (const { layer, people_before, people_after, areas } of change.people) {
    if (isBeyond(people_before, people_after, MAX_PEOPLE_SHARE)) {
      add(
        'people',
        `${layer}: people change by ${percent(people_before, people_after)}, more than ${MAX_PEOPLE_SHARE * 100} %`,
      );
    }
    const beyond = areas.filter(
      (area) =>
        Math.max(area.people_before, area.people_after) > MIN_PEOPLE_OF_AREA &&
        isBeyond(area.people_before, area.people_after, MAX_AREA_SHARE),
    );
    if (beyond.length > 0) {
      const { lon, lat, people_before: from, people_after: to } = beyond[0];
      add(
        'people',
        `${layer}: around ${lon.toFixed(2)}, ${lat.toFixed(2)} people change from ${whole(from)} to ${whole(to)}, ` +
          `more than ${MAX_AREA_SHARE * 100} %${beyond.length === 1 ? '' : `, and in ${beyond.length - 1} more areas`}`,
      );
    }
  }
  if (simulated_before !== simulated_after) {
    add(
      'people',
      simulated_after
        ? 'the people are simulated, the live ones are not'
        : 'the live people are simulated, these are not',
    );
  }
  for (const { of, before_km2, lost_km2 } of change.coverage) {
    if (lost_km2 > before_km2 * MAX_COVERAGE_LOST_SHARE) {
      const lost = ((lost_km2 / before_km2) * 100).toFixed(1);
      add(
        'coverage',
        `${of}: ${lost} % of the coverage are not covered any more, more than ${MAX_COVERAGE_LOST_SHARE * 100} %`,
      );
    }
  }
  for (const { travel, nodes_before, nodes_after, edges_before, edges_after } of change.roads) {
    for (const [what, from, to] of [
      ['nodes', nodes_before, nodes_after],
      ['edges', edges_before, edges_after],
    ] as const) {
      if (isBeyond(from, to, MAX_ROADS_SHARE)) {
        add(
          'roads',
          `${travel}: ${what} change by ${percent(from, to)}, more than ${MAX_ROADS_SHARE * 100} %`,
        );
      }
    }
  }
  if (change.vanished.length > 0) add('layers', `${change.vanished.join(', ')} would be gone`);
  return excesses;
}

const isBeyond = (before: number, after: number, share: number): boolean =>
  Math.abs(after - before) > before * share;

/** Signed change: `+12.3 %`. */
export function percent(before: number, after: number): string {
  if (before === after) return '0 %';
  if (before === 0) return 'from none';
  const share = ((after - before) / before) * 100;
  return `${share > 0 ? '+' : '−'}${Math.abs(share).toFixed(1)} %`;
}
