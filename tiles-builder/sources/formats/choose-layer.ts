import { BadInput } from '../../base/failures/bad-input.ts';
import { nearestName } from '../../base/failures/nearest-name.ts';

/** Selects the configured layer of a file, or its only one; refuses several without a name. */
export function chooseLayer(file: string, layers: readonly string[], named: string | undefined): string {
  const list = layers.join(', ');
  if (layers.length === 0) throw new BadInput(file, null, 'holds no layer of features');
  if (named === undefined) {
    if (layers.length === 1) return layers[0];
    throw new BadInput(file, null, `holds the layers ${list}`, `Name one with "layer" in the configuration.`);
  }
  if (layers.includes(named)) return named;
  const nearest = nearestName(named, layers);
  const advice = nearest === null ? `It holds ${list}.` : `Did you mean ${nearest}? It holds ${list}.`;
  throw new BadInput(file, null, `has no layer ${named}`, advice);
}
