/** GeoJSON for the map's overlays: isochrones with time labels, compared zones and grid zone, as the legend chooses. */
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import type { Position } from '../../geo/positions.ts';
import type { AnsweredRow } from '../count-result.ts';
import { closedRings } from '../question.ts';
import { shortDuration } from '../text/wording.ts';
import { timeLabels } from './time-labels.ts';

export interface OutlineChoice {
  readonly pedestrian: boolean;
  readonly motorized: boolean;
  readonly gridZone: boolean;
}

const collection = (features: readonly Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: [...features],
});

export function outlinesOf(
  rows: readonly AnsweredRow[],
  choice: OutlineChoice,
): Record<'isochrone' | 'isochrone-times' | 'grid-zone' | 'kept', FeatureCollection> {
  const own = rows.filter(({ row }) => !row.isKept);
  const others = rows.filter(({ row }) => row.isKept);
  const [single] = own.length === 1 ? own : [];
  const grids = (single?.results ?? []).flatMap((result) =>
    result.kind === 'total' ? result.answers.flatMap(({ gridZone }) => gridZone ?? []) : [],
  );
  // The shorter ones lie on top.
  const isochrones = isochronesOf(own)
    .reverse()
    .filter(({ properties }) => choice[properties!.travel as 'pedestrian' | 'motorized']);
  const compared = isochronesOf(others);
  // Others would collide.
  const labelled = isochrones.length === 1 ? [...isochrones, ...compared] : isochrones;
  return {
    isochrone: collection(isochrones),
    'isochrone-times': collection(timeLabels(labelled, markersOf(rows))),
    'grid-zone': collection(choice.gridZone ? grids : []),
    kept: collection([...compared, ...zonesOf(others)]),
  };
}

const markersOf = (rows: readonly AnsweredRow[]): Position[] =>
  rows.flatMap(({ row: { place } }) => (place.option === 'isochrone' ? [place.origin] : []));

function isochronesOf(rows: readonly AnsweredRow[]): Feature<Polygon | MultiPolygon>[] {
  return rows.flatMap(({ row: { reach }, results }): Feature<Polygon | MultiPolygon>[] => {
    const total = results.find((result) => result.kind === 'total');
    const isochrone = total?.answers[0].isochrone;
    if (!reach || !isochrone) return [];
    const { geometry } = isochrone;
    return [
      { type: 'Feature', properties: { travel: reach.travel, time: shortDuration(reach.time_s) }, geometry },
    ];
  });
}

const zonesOf = (rows: readonly AnsweredRow[]): Feature[] =>
  rows.flatMap(({ row: { place } }): Feature[] => {
    if (place.option !== 'zone') return [];
    const coordinates = place.drawing.parts.map(closedRings) as unknown as [number, number][][][];
    return [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } }];
  });
