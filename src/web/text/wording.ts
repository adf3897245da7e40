/** Formats numbers, times and places in the current language (Intl). */

import type { Details } from '../../clients/javascript/index.ts';
import type { Endpoint } from '../../endpoints.ts';
import type { Travel } from '../../format/tile-sets.ts';
import type { Row } from '../calls-of.ts';
import type { CountedRow, Total } from '../count-result.ts';
import { letterOf, type Place } from '../question.ts';
import { supportedCount } from '../supported-digits.ts';
import { languageCode, texts } from './texts.ts';

type Source = Details['datasets'][number]['sources'][number];

const whole = new Intl.NumberFormat(languageCode, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(languageCode, { maximumSignificantDigits: 3 });
const degrees = new Intl.NumberFormat(languageCode, { maximumFractionDigits: 5 });
const percent = new Intl.NumberFormat(languageCode, { style: 'percent', maximumFractionDigits: 1 });

export const people = (count: number): string => whole.format(count);

/** The count, or its lower bound where the isochrone is cut. */
export function counted(total: Total): string {
  const { people: rounded, interval } = supportedCount(total.people, total.interval);
  return total.isCut ? texts.atLeast(people(interval?.low ?? rounded)) : people(rounded);
}

/** The interval, or the count where the isochrone is cut. */
export function bounds(total: Total): string {
  const { people: rounded, interval } = supportedCount(total.people, total.interval);
  if (!interval) return texts.notStated;
  if (interval.high === null) return texts.countedOfCut(people(rounded));
  return `${people(interval.low)} – ${people(interval.high)}`;
}

const verb = (endpoint: Endpoint, count: number): string =>
  endpoint === 'livingcount' ? texts.peopleLive(count) : texts.peopleWork(count);

/** Completes a number to a sentence such as "people live within 10 minutes on foot". */
export function sentence(endpoint: Endpoint, count: number, { reach }: Row): string {
  const where = reach ? texts.withinTime(duration(reach.time_s), meansOf(reach.travel)) : texts.inThisZone;
  const said = `${verb(endpoint, count)} ${where}`;
  return endpoint === 'livingcount' ? said : `${said}, ${texts.workingMeans}`;
}

/** Writes "1,234 people live within 10 minutes on foot". */
export const said = ({ row, endpoint, total }: CountedRow): string =>
  `${counted(total)} ${sentence(endpoint, total.people, row)}`;

export const means = (travel: Travel): string => (travel === 'pedestrian' ? texts.onFoot : texts.byCar);

const meansOf = (travel: Travel): string =>
  travel === 'motorized' ? means(travel) + texts.inFreeFlow : means(travel);

export const shortName = (endpoint: Endpoint): string =>
  endpoint === 'livingcount' ? texts.livingShort : texts.workingShort;

export function duration(time_s: number): string {
  const minutes = time_s / 60;
  return Number.isInteger(minutes) ? texts.minutes(minutes) : texts.seconds(time_s);
}

export const shortDuration = (time_s: number): string => texts.shortMinutes(short.format(time_s / 60));

/** Returns a text such as "10 min on foot". */
export const reachText = ({ time_s, travel }: NonNullable<Row['reach']>): string =>
  `${shortDuration(time_s)} ${means(travel)}`;

/** Writes "10 minutes", or "5, 10, 15 min". */
export const durations = (times_s: readonly number[]): string =>
  times_s.length === 1
    ? duration(times_s[0])
    : texts.shortMinutes(times_s.map((time_s) => short.format(time_s / 60)).join(', '));

export function area(area_m2: number): string {
  return area_m2 < 100_000 ? `${whole.format(area_m2)} m²` : `${short.format(area_m2 / 1e6)} km²`;
}

/**
 * Returns an empty text unless calls wait.
 * @param until_ms Unix ms
 */
export const waitingText = (until_ms: number | null): string =>
  until_ms === null ? '' : texts.waiting(Math.max(1, Math.ceil((until_ms - Date.now()) / 1_000)));

export const distance = (distance_m: number): string => `${whole.format(distance_m)} m`;

export const density = (count: number, area_m2: number): string =>
  `${short.format(Math.round(count / (area_m2 / 1e6)))} / km²`;

/** Rounds down: never 100 % of less. */
export const share = (part: number): string => percent.format(Math.floor(part * 1000) / 1000);

export const coordinate = (value: number): string => degrees.format(value);

/** Lists the letters of places by their indexes, each once. */
export const lettersOf = (of: readonly { readonly index: number }[]): string =>
  [...new Set(of.map(({ index }) => letterOf(index)))].join(', ');

export const placeTitle = (place: Place): string =>
  place.name || (place.option === 'isochrone' ? place.origin.map(coordinate).join(', ') : texts.drawnZone);

/** Makes Les Gets of "les-gets". */
export const regionName = (region: string): string =>
  region.replace(
    /(^|-)(.)/g,
    (_, hyphen: string, letter: string) => (hyphen ? ' ' : '') + letter.toUpperCase(),
  );

/** Empty if nothing is known of it. */
export const sourceName = ({ vintage, attribution }: Source): string =>
  [vintage, attribution].filter((part) => part !== null).join(', ');

export const role = (name: Source['role']): string => texts[name === 'census' ? 'censusRole' : name];
