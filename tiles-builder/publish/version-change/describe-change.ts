import { whole } from '../../base/numbers/whole-number.ts';
import type { VersionChange } from './compare-with-live.ts';
import { percent } from './excesses.ts';

const AREAS_SHOWN = 3;

/** Lines that say what a new version changes: people, coverage, roads. */
export function describeChange(change: VersionChange): string[] {
  const { before, after, unreadable, simulated_before, simulated_after } = change;
  if (unreadable !== null) return [`${after} replaces ${before}, which cannot be read: ${unreadable}`];
  const step = (from: number, to: number, unit: string): string =>
    `${whole(from)} → ${whole(to)} ${unit} (${percent(from, to)})`;
  return [
    `${after} replaces ${before}:`,
    ...change.people.flatMap(({ layer, people_before, people_after, areas }) => [
      `  ${layer.padEnd(11)}${step(people_before, people_after, 'people')}${areas.length === 0 ? '' : '; most'}`,
      ...areas
        .slice(0, AREAS_SHOWN)
        .map(
          (area) =>
            `    around ${area.lon.toFixed(2)}, ${area.lat.toFixed(2)}: ${step(area.people_before, area.people_after, 'people')}`,
        ),
    ]),
    ...change.coverage.map(
      ({ of, before_km2, after_km2, lost_km2 }) =>
        `  coverage   ${of}: ${step(before_km2, after_km2, 'km²')}, ${whole(lost_km2)} km² of it lost`,
    ),
    ...change.roads.map(
      ({ travel, nodes_before, nodes_after, edges_before, edges_after }) =>
        `  ${travel.padEnd(11)}${step(nodes_before, nodes_after, 'nodes')}, ${step(edges_before, edges_after, 'edges')}`,
    ),
    ...(change.appeared.length === 0 ? [] : [`  new        ${change.appeared.join(', ')}`]),
    ...(change.vanished.length === 0 ? [] : [`  gone       ${change.vanished.join(', ')}`]),
    ...(simulated_before === simulated_after
      ? []
      : [`  people     ${simulated_after ? 'are simulated now' : 'are not simulated any more'}`]),
  ];
}
