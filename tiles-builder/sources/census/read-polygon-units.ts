/** Reads census units from any file of features: outline, id, and inhabitants from a property. */
import { BadInput } from '../../base/failures/bad-input.ts';
import { didYouMean } from '../../base/failures/nearest-name.ts';
import { requireOneSide } from '../antimeridian.ts';
import { featuresOf, geometryPolygons } from '../feature-geometry.ts';
import { withLayer } from '../formats/open-layer.ts';
import { InvalidPolygons } from '../invalid-polygons.ts';
import { type NamedCensus, peopleOfUnit } from './people-of-unit.ts';
import { type UnitProgress, type UnitTable, UnitTableBuilder } from './unit-table.ts';

export function readPolygonUnits(
  config: NamedCensus,
  progress: UnitProgress,
  scratch: string,
): Promise<UnitTable> {
  const { file } = config;
  const units = new UnitTableBuilder();
  const invalid = new InvalidPolygons(file);
  return withLayer(config, scratch, async (layer) => {
    for await (const batch of featuresOf(config, layer)) {
      for (const feature of batch) {
        const { id, properties } = feature;
        const where = id === feature.where ? id : `${feature.where} (${id})`;
        const valueIn = (name: string): unknown => {
          const known = layer.properties ?? Object.keys(properties);
          if (!known.includes(name)) {
            throw new BadInput(file, where, `has no property ${name}`, didYouMean(name, known));
          }
          return properties[name];
        };
        const people = peopleOfUnit(config, where, valueIn);
        const polygons = geometryPolygons(file, feature);
        if (!polygons || polygons.length === 0)
          throw new BadInput(file, where, 'a Polygon or MultiPolygon expected');
        requireOneSide(file, where, polygons.flat());
        const outline = invalid.validOf(where, polygons);
        if (outline) units.add({ id, people, outline });
      }
      progress(units.length, layer.count ?? undefined);
    }
    invalid.requireNone();
    return units.finish();
  });
}
