/** Makes the GeoJSON of answers: isochrones with time labels, and compared zones. */
import { feature, point } from '@turf/helpers';
import type { Feature, MultiPolygon } from 'geojson';
import type { Ring } from '../../geo/positions.ts';
import { type AnsweredRow, totalsOf } from '../count-result.ts';
import { geometryOf, placesOf, type Question } from '../question.ts';
import { reachText, shortDuration } from '../text/wording.ts';
import { displayShape } from './display-shape.ts';
import { ringAround, ringsOf } from './map-extent.ts';

type Outline = Feature<MultiPolygon>;

/** Opacity of fills: of a shape alone, of times that lie on each other, and of compared places. */
const FILL = { alone: 0.3, times: 0.24, places: 0.15 };

/** @param isFilled with a fill; none over colours of density */
export function outlinesOf(
  rows: readonly AnsweredRow[],
  isFilled: boolean,
): Record<'isochrone' | 'isochrone-times', Feature[]> {
  const own = rows.filter(({ row }) => !row.isKept);
  const others = rows.filter(({ row }) => row.isKept);
  const isCompared = others.length > 0;
  const isochrones = isochronesOf(own, isCompared);
  const compared = isochronesOf(others, isCompared);
  // Later ones lie on top: shorter times, and the current place.
  const drawn = [...compared.toReversed(), ...isochrones.toReversed(), ...zonesOf(others)];
  const opacity = isFilled ? fillOf(isCompared, drawn.length) : 0;
  return {
    isochrone: drawn.map(({ geometry, properties }) => feature(geometry, { ...properties, opacity })),
    'isochrone-times': [...isochrones, ...compared].map(labelOf),
  };
}

export const fillOf = (isCompared: boolean, shapes = 1): number =>
  isCompared ? FILL.places : shapes > 1 ? FILL.times : FILL.alone;

/** Places the label at the northernmost vertex, around which the map finds space for it. */
function labelOf({ properties, geometry }: Outline): Feature {
  const vertices = ringsOf(geometry).flat();
  return point([...vertices.reduce((north, vertex) => (vertex[1] > north[1] ? vertex : north))], properties);
}

/** Makes isochrones with labels, which name the travel mode if there are two. */
function isochronesOf(rows: readonly AnsweredRow[], isCompared: boolean): Outline[] {
  const areTravelsMixed = new Set(rows.map(({ row }) => row.reach?.travel)).size > 1;
  return rows.flatMap(({ row: { reach, index }, results }): Outline[] => {
    const total = results.find((result) => result.kind === 'total');
    const isochrone = total?.isochrone;
    if (!reach || !isochrone) return [];
    const { travel, time_s } = reach;
    const times_s = rows.filter(({ row }) => row.index === index).map(({ row }) => row.reach!.time_s);
    const properties = {
      travel,
      // 1 where it is nearest, 0 where it is farthest, of several times.
      near: 1 - (time_s - Math.min(...times_s)) / Math.max(1, Math.max(...times_s) - Math.min(...times_s)),
      label: areTravelsMixed ? reachText(reach) : shortDuration(time_s),
      ...(isCompared && { place: index }),
    };
    return [feature(displayShape(isochrone.geometry), properties)];
  });
}

const zonesOf = (rows: readonly AnsweredRow[]): Feature[] =>
  rows.flatMap(({ row: { place, index } }) =>
    place.option === 'zone' ? [feature(geometryOf(place), { place: index })] : [],
  );

/** Returns what fits the map's view once to new isochrones and compared places, when all counts have ended. */
export function answerInView() {
  let shown = '';
  return (
    map: { readonly lookAt: (rings: readonly Ring[]) => void },
    question: Question,
    rows: readonly AnsweredRow[],
  ): void => {
    const isochrones = totalsOf(rows).flatMap(({ total }) => total.isochrone ?? []);
    const key = rows.flatMap(({ row }) => row.counts.map((count) => count.key)).join();
    const isWhole = rows.every(({ results }) => results.every(({ kind }) => kind !== 'pending'));
    if (isochrones.length === 0 || !isWhole || key === shown) return;
    shown = key;
    const compared = question.kept.length > 0 ? placesOf(question).map(ringAround) : [];
    map.lookAt([...isochrones.flatMap(({ geometry }) => ringsOf(geometry)), ...compared]);
  };
}
