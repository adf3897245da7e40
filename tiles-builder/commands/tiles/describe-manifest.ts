import { MILLIPERSONS } from '../../../src/format/count-tile.ts';
import type { Manifest } from '../../../src/format/manifest.ts';
import { LAYERS, TRAVELS } from '../../../src/format/tile-sets.ts';
import { whole } from '../../base/numbers/whole-number.ts';

/** Writes the lines that describe a manifest. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
const people = (millipersons: number): string => whole(millipersons / MILLIPERSONS);

export function describeManifest(manifest: Manifest): string[] {
  const roads = TRAVELS.map((travel) => {
    const layer = manifest.roads[travel];
    return (
      `  ${travel.padEnd(11)}${whole(layer.nodes)} nodes, ${whole(layer.edges)} edges, ` +
      `${layer.tiles} tiles, ${megabytes(layer.bytes)}`
    );
  });
  const counts = LAYERS.map((name) => {
    const layer = manifest[name];
    if (!layer) return `  ${name.padEnd(11)}no such data: its endpoint answers 422`;
    return (
      `  ${name.padEnd(11)}${people(layer.total_millipersons)} people in ${whole(layer.cells)} cells, ` +
      `${layer.tiles} tiles, ${megabytes(layer.bytes)}`
    );
  });
  return [...roads, ...counts, ...describeMargins(manifest), ...describePanel(manifest)];
}

/** Calls near these borders are refused. */
function describeMargins({ coverage_margin_m }: Manifest): string[] {
  return Object.entries(coverage_margin_m).flatMap(([data, margin_m]) =>
    margin_m === 0
      ? []
      : `  coverage   of ${data}: its border has more corners than a Worker can look at, and ends up to ${margin_m} m inside`,
  );
}

function describePanel({ panel }: Manifest): string[] {
  if (!panel) return [];
  const { persons_used, persons_dropped, weights } = panel;
  const dropped = Object.entries(persons_dropped)
    .filter(([, persons]) => persons > 0)
    .map(([reason, persons]) => `${persons} ${reason.replaceAll('_', ' ')}`);
  return [
    `  panel      ${persons_used} persons used, seen on ${panel.days} days from ${panel.first_day} to ${panel.last_day}` +
      `; dropped: ${dropped.join(', ') || 'none'}`,
    `             each stands for ${weights.min.toFixed(1)} to ${weights.max.toFixed(1)} people ` +
      `(mean ${weights.mean.toFixed(1)}, ${weights.persons_trimmed} cut, design effect ${weights.design_effect.toFixed(2)}); ` +
      `no figure rests on fewer than ${panel.smallest_group_persons} persons; ` +
      `${whole(panel.persons_withheld)} withheld, with too few around them or no place to be in`,
  ];
}
