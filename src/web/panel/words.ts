/** Numbers and questions as sentences. */
import type { Answer } from '../ask-count.ts';
import type { Question } from '../question.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

export const people = (count: number): string => whole.format(count);

const verb = (endpoint: Question['endpoint'], count: number): string =>
  endpoint === 'livingcount'
    ? count === 1
      ? 'person lives'
      : 'people live'
    : count === 1
      ? 'person works'
      : 'people work';

/** "people live within 10 minutes on foot" */
export function sentence({ endpoint, option, travel, time_s }: Question, count: number): string {
  const what = verb(endpoint, count);
  return option === 'zone' ? `${what} in this zone` : `${what} within ${duration(time_s)} ${means(travel)}`;
}

export const means = (travel: Question['travel']): string => (travel === 'pedestrian' ? 'on foot' : 'by car');

export function duration(time_s: number): string {
  const minutes = time_s / 60;
  if (Number.isInteger(minutes)) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `${time_s} seconds`;
}

export function area(area_m2: number): string {
  return area_m2 < 100_000 ? `${whole.format(area_m2)} m²` : `${short.format(area_m2 / 1e6)} km²`;
}

/** People on a square kilometre. */
export const density = ({ people: count, details }: Answer): string =>
  `${short.format(Math.round(count / (details.area_m2 / 1e6)))} / km²`;

/** Never 100 % where something is missing. */
export const share = (part: number): string => `${Math.floor(part * 1000) / 10} %`;

const ROLES = {
  roads: 'Roads',
  buildings: 'Buildings',
  census: 'Census',
  locations: 'Device locations',
} as const;

/** A region's name as a place's: "les-gets" is Les Gets. */
export const place = (region: string): string =>
  region.replace(
    /(^|-)(.)/g,
    (_, hyphen: string, letter: string) => (hyphen ? ' ' : '') + letter.toUpperCase(),
  );

export const role = (name: keyof typeof ROLES): string => ROLES[name];
