/**
 * Decides which ferries are usable, and reads their crossing and waiting times from tags (OSM wiki, Tag:route=ferry,
 * Key:duration, Key:interval).
 */
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { RoadTags } from '../../sources/gather/road-tags.ts';
import { mayTakeFerry } from './access.ts';

export interface FerryLine {
  /** Length of the part that is in the file. */
  readonly length_m: number;
  readonly isClosed: boolean;
}

export interface Crossing {
  readonly duration_s: number;
  readonly boarding_s: number;
}

/** Mean wait if no interval is stated, half of the usual half an hour. */
const DRIVERS_WAIT_S = 15 * 60;

/** Tells whether a way is a ferry, which may be a road, too. */
export const isFerry = (tags: RoadTags): boolean => tags.highway === undefined || tags.route === 'ferry';

/** Faster crossings are errors: the fastest ferries make 58 knots. */
const FASTEST_M_S = 30;

/**
 * A usable crossing is public, has a duration, and is no round trip. Pedestrians need an interval: other boats are often
 * excursions.
 */
export function crossingOf(tags: RoadTags, travel: Travel, line: FerryLine): Crossing | null {
  const duration_s = timeOf(tags.duration);
  const interval_s = intervalOf(tags);
  const leadsElsewhere = !isExcursion(tags) && !line.isClosed && line.length_m > 0;
  if (tags.route !== 'ferry' || !mayTakeFerry(tags, travel) || !leadsElsewhere) return null;
  if (duration_s === null || line.length_m / duration_s > FASTEST_M_S) return null;
  if (interval_s !== null) return { duration_s, boarding_s: interval_s / 2 };
  return travel === 'motorized' ? { duration_s, boarding_s: DRIVERS_WAIT_S } : null;
}

const EXCURSION_KINDS = new Set(['tourist', 'tourism', 'excursion', 'cruise', 'sightseeing']);
const isSaid = (value: string | undefined): boolean => value !== undefined && value !== 'no';

function isExcursion({ tourism, cruise, roundtrip, ferry, usage, service }: RoadTags): boolean {
  return (
    [tourism, cruise, roundtrip].some(isSaid) ||
    [ferry, usage, service].some((kind) => EXCURSION_KINDS.has(kind ?? ''))
  );
}

function intervalOf(tags: RoadTags): number | null {
  const usual = longestTimeOf(tags.interval);
  if (usual !== null) return usual;
  const byHour = (tags['interval:conditional'] ?? '').split(/;(?![^(]*\))/);
  return longestTimeOf(byHour.map((rule) => rule.split('@')[0]).join(';'));
}

function longestTimeOf(text = ''): number | null {
  const times = text.split(/[;-]/).map((one) => timeOf(one));
  return times.reduce((longest, time) => (time !== null && time > (longest ?? 0) ? time : longest), null);
}

/** Parses `MM`, `HH:MM`, `HH:MM:SS` or ISO 8601 (`PT1H30M`) to seconds; `null` for other text or 0. */
export function timeOf(text = ''): number | null {
  const iso = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(text.trim());
  if (iso) {
    const [days, hours, minutes, seconds] = iso.slice(1).map((part) => Number(part ?? 0)) as number[];
    return ((days! * 24 + hours!) * 60 + minutes!) * 60 + seconds! || null;
  }
  const clock = /^(?:(\d+):)?(\d+)(?::(\d+))?$/.exec(text.trim());
  if (!clock) return null;
  const [hours, minutes, seconds] = clock.slice(1).map((part) => Number(part ?? 0)) as number[];
  return (hours! * 60 + minutes!) * 60 + seconds! || null;
}
