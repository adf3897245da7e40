/**
 * Writes a question as fragment of the page's address, and parses and validates one: path and parameters of the call, with
 * lists comma-separated; `also` is a place to compare with. It never has credentials.
 */
import { feature } from '@turf/helpers';
import { ENDPOINT_NAMES, type Endpoint, pathOf } from '../endpoints.ts';
import { LAYERS } from '../format/tile-sets.ts';
import type { IsochroneQuery } from '../isochrone/compute-isochrone.ts';
import { type Area, parseCountQuery } from '../request/parse-count-query.ts';
import { allOf, type Fault, readPlaces } from './import/read-places.ts';
import {
  FIRST_QUESTION,
  geometryOf,
  MAX_PLACES,
  type Place,
  placeOf,
  placesOf,
  type Question,
  withPlace,
  type ZonePlace,
} from './question.ts';
import type { Texts } from './text/en.ts';

/** Returns an empty text without a place or density. */
export function fragmentOf(question: Question): string {
  const places = placesOf(question);
  if (places.length === 0 && !question.density) return '';
  const parameters = new URLSearchParams();
  const place = placeOf(question);
  if (place?.option === 'isochrone') {
    parameters.set('lon', String(place.origin[0]));
    parameters.set('lat', String(place.origin[1]));
    if (place.name) parameters.set('name', place.name);
  } else if (place) parameters.set('zone', textOfZone(place));
  if (places.some(({ option }) => option === 'isochrone')) {
    parameters.set('travel', question.travels.join());
    parameters.set('time', question.times_s.join());
  }
  for (const kept of question.kept) parameters.append('also', textOfPlace(kept));
  if (question.density) parameters.set('density', question.density);
  const [first, ...others] = question.endpoints;
  return `#${[pathOf(first), ...others].join()}?${parameters}`;
}

const textOfPlace = (place: Place): string =>
  place.option === 'zone' ? textOfZone(place) : [...place.origin, ...(place.name ? [place.name] : [])].join();

function textOfZone(zone: ZonePlace): string {
  const { name, within_m, parts } = zone;
  const geometry = geometryOf(zone);
  if (!name && within_m === 0 && parts.length === 1) return JSON.stringify(geometry);
  return JSON.stringify(feature(geometry, { ...(name && { name }), ...(within_m > 0 && { within_m }) }));
}

/**
 * Validates as the service does.
 * @returns `null` without endpoint, or what is wrong
 */
export function questionOf(fragment: string, texts: Texts): Question | null | Fault {
  const [path, query = ''] = fragment.replace(/^#/, '').split('?');
  const endpoints = endpointsOf(path);
  if (endpoints.length === 0) return null;
  const parameters = new URLSearchParams(query);
  const reach = reachOf(parameters);
  if ('fault' in reach) return reach;
  const others = parameters.getAll('also');
  if (others.length >= MAX_PLACES) return { fault: texts.tooManyPlaces(others.length, MAX_PLACES) };
  const kept = allOf(others.map((text) => placeOfText(text, parameters, texts)));
  if ('fault' in kept) return kept;
  const density = LAYERS.find((layer) => layer === parameters.get('density')) ?? null;
  const question: Question = { ...FIRST_QUESTION, endpoints, kept, density };
  const zone = parameters.get('zone');
  const hasWork =
    (kept.length === 0 && !density) || ['zone', 'lon', 'lat'].some((name) => parameters.has(name));
  const work = !hasWork
    ? null
    : zone !== null && !parameters.has('lon')
      ? placeOfText(zone, parameters, texts)
      : placeOfPoint(parameters);
  if (work && 'fault' in work) return work;
  return { ...(work ? withPlace(question, work) : question), ...reach };
}

function endpointsOf(path: string): Endpoint[] {
  const [first, ...others] = path.split(',');
  const named = ENDPOINT_NAMES.filter((name) => pathOf(name) === first || others.includes(name));
  return ENDPOINT_NAMES.some((name) => pathOf(name) === first) ? named : [];
}

const listOf = (parameters: URLSearchParams, name: string): string[] | undefined =>
  parameters.get(name)?.split(',');

function reachOf(parameters: URLSearchParams): Pick<Question, 'travels' | 'times_s'> | Fault {
  const travels = listOf(parameters, 'travel') ?? FIRST_QUESTION.travels;
  const times = listOf(parameters, 'time') ?? FIRST_QUESTION.times_s.map(String);
  const texts = travels.flatMap((travel) => times.map((time) => ({ lon: '0', lat: '0', travel, time })));
  const reaches = allOf(texts.map((text) => readIsochrone(new URLSearchParams(text))));
  if ('fault' in reaches) return reaches;
  return {
    travels: [...new Set(reaches.map(({ travel }) => travel))],
    times_s: [...new Set(reaches.map(({ time_s }) => time_s))].sort((a, b) => a - b),
  };
}

function placeOfText(text: string, parameters: URLSearchParams, texts: Texts): Place | Fault {
  if (text.startsWith('{')) {
    const places = readPlaces(text, texts);
    return 'fault' in places ? places : places[0];
  }
  const [lon, lat, ...name] = text.split(',');
  const point = new URLSearchParams(parameters);
  for (const [key, value] of Object.entries({ lon, lat: lat ?? '', name: name.join() }))
    point.set(key, value);
  point.delete('zone');
  return placeOfPoint(point);
}

function placeOfPoint(parameters: URLSearchParams): Place | Fault {
  const single = new URLSearchParams(parameters);
  for (const list of ['travel', 'time']) {
    const [first] = listOf(parameters, list) ?? [];
    if (first !== undefined) single.set(list, first);
  }
  const read = readIsochrone(single);
  return 'fault' in read
    ? read
    : { option: 'isochrone', name: parameters.get('name') ?? '', origin: read.origin };
}

function readIsochrone(parameters: URLSearchParams): IsochroneQuery | Fault {
  const parsed = parseCountQuery(parameters);
  if (!parsed.ok) return { fault: 'message' in parsed.failure ? parsed.failure.message : '' };
  return (parsed.value.area as Extract<Area, { option: 'isochrone' }>).isochrone;
}
