/** Makes the GeoJSON of answers that the legend has switched on: isochrones with time labels, compared zones and the grid zone. */
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import { type Position, type Ring, signedDoubleArea } from '../../geo/positions.ts';
import type { AnsweredRow } from '../count-result.ts';
import { closedRings, placesOf, type Question } from '../question.ts';
import { means, shortDuration } from '../text/wording.ts';
import type { CountMap } from './count-map.ts';
import { ringAround, ringsOf } from './map-extent.ts';
import { timeLabels } from './time-labels.ts';

export interface OutlineChoice {
  readonly pedestrian: boolean;
  readonly motorized: boolean;
  readonly gridZone: boolean;
}

type Outline = Feature<Polygon | MultiPolygon>;
type Coordinates = Polygon['coordinates'];

/** Smallest hole that is drawn, in square pixels: half a marker. */
const LEAST_HOLE_PX2 = 200;
/** Width of the world at zoom 0. */
const WORLD_PX = 512;

const collection = (features: readonly Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: [...features],
});

/** @param zoom of the map, at which holes too small to be seen are left out */
export function outlinesOf(
  rows: readonly AnsweredRow[],
  choice: OutlineChoice,
  zoom: number,
): Record<'isochrone' | 'isochrone-times' | 'grid-zone', FeatureCollection> {
  const own = rows.filter(({ row }) => !row.isKept);
  const others = rows.filter(({ row }) => row.isKept);
  const [single] = own.length === 1 ? own : [];
  const grids = (single?.results ?? []).flatMap((result) =>
    result.kind === 'total' ? result.answers.flatMap(({ gridZone }) => gridZone ?? []) : [],
  );
  const isCompared = others.length > 0;
  const isShown = ({ properties }: Feature): boolean =>
    choice[properties!.travel as 'pedestrian' | 'motorized'];
  const isochrones = isochronesOf(own, isCompared).filter(isShown);
  const compared = isochronesOf(others, isCompared).filter(isShown);
  // Later ones lie on top: shorter times, and the current place.
  const drawn = [...compared.toReversed(), ...isochrones.toReversed()];
  return {
    isochrone: collection([...drawn.map((outline) => withoutSmallHoles(outline, zoom)), ...zonesOf(others)]),
    'isochrone-times': collection(
      timeLabels([...isochrones.toReversed(), ...compared.toReversed()], markersOf(rows)),
    ),
    'grid-zone': collection(choice.gridZone ? grids : []),
  };
}

const markersOf = (rows: readonly AnsweredRow[]): Position[] =>
  rows.flatMap(({ row: { place } }) => (place.option === 'isochrone' ? [place.origin] : []));

/** With labels, which name the travel mode where there are two. */
function isochronesOf(rows: readonly AnsweredRow[], isCompared: boolean): Outline[] {
  const areTravelsMixed = new Set(rows.map(({ row }) => row.reach?.travel)).size > 1;
  return rows.flatMap(({ row: { reach, index }, results }): Outline[] => {
    const total = results.find((result) => result.kind === 'total');
    const isochrone = total?.answers[0].isochrone;
    if (!reach || !isochrone) return [];
    const { travel, time_s } = reach;
    const time = shortDuration(time_s);
    const properties = {
      travel,
      label: areTravelsMixed ? `${time} ${means(travel)}` : time,
      ...(isCompared && { place: index }),
    };
    return [{ type: 'Feature', properties, geometry: isochrone.geometry }];
  });
}

const zonesOf = (rows: readonly AnsweredRow[]): Feature[] =>
  rows.flatMap(({ row: { place, index } }): Feature[] => {
    if (place.option !== 'zone') return [];
    const coordinates = place.drawing.parts.map(closedRings) as unknown as [number, number][][][];
    return [
      { type: 'Feature', properties: { place: index }, geometry: { type: 'MultiPolygon', coordinates } },
    ];
  });

function withoutSmallHoles(outline: Outline, zoom: number): Outline {
  const { geometry } = outline;
  const scale_px = (WORLD_PX * 2 ** zoom) / 360;
  const isSeen = (ring: Ring): boolean =>
    (Math.abs(signedDoubleArea(ring)) / 2) * scale_px ** 2 >=
    LEAST_HOLE_PX2 * Math.cos((ring[0][1] * Math.PI) / 180);
  const seenOf = ([shell, ...holes]: Coordinates): Coordinates => [
    shell,
    ...holes.filter((hole) => isSeen(hole as unknown as Ring)),
  ];
  return {
    ...outline,
    geometry:
      geometry.type === 'Polygon'
        ? { ...geometry, coordinates: seenOf(geometry.coordinates) }
        : { ...geometry, coordinates: geometry.coordinates.map(seenOf) },
  };
}

/** Fits the map's view once to new isochrones and compared places, when all counts have ended. */
export class AnswerInView {
  #shown = '';

  show(map: CountMap, question: Question, rows: readonly AnsweredRow[]): void {
    const isochrones = rows.flatMap(({ results }) =>
      results.flatMap((result) => (result.kind === 'total' ? (result.answers[0].isochrone ?? []) : [])),
    );
    const key = rows.flatMap(({ row }) => row.counts.map(({ calls }) => calls[0].key)).join();
    const isWhole = rows.every(({ results }) => results.every(({ kind }) => kind !== 'pending'));
    if (isochrones.length === 0 || !isWhole || key === this.#shown) return;
    this.#shown = key;
    const compared = question.kept.length > 0 ? placesOf(question).map(ringAround) : [];
    map.lookAt([...isochrones.flatMap(({ geometry }) => ringsOf(geometry)), ...compared]);
  }
}
