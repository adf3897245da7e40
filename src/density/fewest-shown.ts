import type { Manifest } from '../format/manifest.ts';
import type { Layer } from '../format/tile-sets.ts';

/**
 * The fewest people of a cell that the layer of density shows.
 * @returns Infinity where the dataset does not say so of people at work: its builder did not work it out
 */
export const fewestShown = (
  layer: Layer,
  { working_shown_from }: Pick<Manifest, 'working_shown_from'>,
): number => (layer === 'living' ? 1 : (working_shown_from ?? Number.POSITIVE_INFINITY));
