import type { Layer, StoredFeature } from '../../../tiles-builder/sources/formats/layer.ts';

/** And the number of each batch. */
export async function featuresIn(layer: Pick<Layer, 'batches'>) {
  const features: StoredFeature[] = [];
  const sizes: number[] = [];
  for await (const batch of layer.batches()) {
    features.push(...batch);
    sizes.push(batch.length);
  }
  return { features, sizes };
}
