/** Exports a comparison as GeoJSON, a feature for each counted zone. */
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { columnsOf } from '../../clients/count-columns.ts';
import type { AnsweredRow, Total } from '../count-result.ts';
import { closedRings, letterOf } from '../question.ts';

/** Omits rows without numbers. */
export function answersAsGeojson(rows: readonly AnsweredRow[]): FeatureCollection {
  return { type: 'FeatureCollection', features: rows.flatMap(featuresOf) };
}

function featuresOf({ row, results }: AnsweredRow): Feature[] {
  const totals = results.flatMap((result, i) =>
    result.kind === 'total' ? [{ endpoint: row.counts[i].endpoint, total: result }] : [],
  );
  const [first] = totals;
  if (!first) return [];
  const { place, reach, index } = row;
  const counts = totals.map(({ endpoint, total }) => [
    [endpoint, total.people],
    [`${endpoint}_low`, total.interval?.low ?? null],
    [`${endpoint}_high`, total.interval?.high ?? null],
  ]);
  const { simulated, region, version, sources } = columnsOf(first.total);
  return [
    {
      type: 'Feature',
      properties: {
        place: letterOf(index),
        ...(place.name && { name: place.name }),
        ...(place.option === 'isochrone' && { lon: place.origin[0], lat: place.origin[1] }),
        ...reach,
        ...(place.option === 'zone' && place.drawing.within_m > 0 && { within_m: place.drawing.within_m }),
        ...Object.fromEntries(counts.flat()),
        cut: first.total.isCut,
        parts: first.total.details.length,
        ...{ simulated, region, version, sources },
      },
      geometry: geometryOf(row, first.total),
    },
  ];
}

function geometryOf({ place }: AnsweredRow['row'], { isochrone }: Total): Geometry {
  if (place.option === 'isochrone') return isochrone!.geometry;
  const coordinates = place.drawing.parts.map(closedRings) as unknown as [number, number][][][];
  return { type: 'MultiPolygon', coordinates };
}
