import type { Manifest } from '../format/manifest.ts';
import type { Layer } from '../format/tile-sets.ts';
import { MIN_PERSONS_SHOWN } from '../limits.ts';

/**
 * The fewest people of a cell that the layer of density shows. Of people at work they are so many that about
 * MIN_PERSONS_SHOWN persons are behind them, even if each weighs as much as the heaviest; groups are rounded before.
 * @returns Infinity where a dataset does not say what its working counts rest on
 */
export function fewestShown(
  layer: Layer,
  { panel, registers }: Pick<Manifest, 'panel' | 'registers'>,
): number {
  if (layer === 'living') return 1;
  if (panel) return MIN_PERSONS_SHOWN * powerOfTwoFrom(panel.weights.max);
  return registers ? MIN_PERSONS_SHOWN : Number.POSITIVE_INFINITY;
}

/** Rounded up, so that what is shown tells the weight to a factor of two, and of most versions the same. */
const powerOfTwoFrom = (weight: number): number => 2 ** Math.ceil(Math.log2(weight));
