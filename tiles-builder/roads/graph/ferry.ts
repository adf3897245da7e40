/**
 * Which ferries carry somebody who goes from place to place, and how long that takes.
 * Source: https://wiki.openstreetmap.org/wiki/Tag:route%3Dferry, Key:duration, Key:interval
 */
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { RoadTags } from '../../read/gather/road-tags.ts';
import { mayTakeFerry } from './access.ts';

/** Where a ferry lies on the map. */
export interface FerryLine {
  /** As far as the file holds it. */
  readonly length_m: number;
  /** Whether it ends where it begins. */
  readonly isClosed: boolean;
}

/** A crossing that can be counted on. */
export interface Crossing {
  /** From end to end. */
  readonly duration_s: number;
  /** How long one waits for it on average. */
  readonly boarding_s: number;
}

/** How long a driver waits for a ferry that does not say how often it goes: as for one every half hour. */
const DRIVERS_WAIT_S = 15 * 60;

/** Whether a way is a ferry, be it mapped as a road too. */
export const isFerry = (tags: RoadTags): boolean => tags.highway === undefined || tags.route === 'ferry';

/** The fastest ferries go at 58 knots: a duration that would take more is a slip of the pen. */
const FASTEST_M_S = 30;

/**
 * A crossing is public, says how long it takes, and leads elsewhere than back. Walkers need to know how often it goes, too:
 * a boat on foot without it is an outing as often as not, while ferries for cars belong to the road.
 * @returns `null` where there is none for this traveller
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

/** Seconds between departures; where they differ by the hour and no usual one is given, the longest. */
function intervalOf(tags: RoadTags): number | null {
  const usual = longestTimeOf(tags.interval);
  if (usual !== null) return usual;
  const byHour = (tags['interval:conditional'] ?? '').split(/;(?![^(]*\))/);
  return longestTimeOf(byHour.map((rule) => rule.split('@')[0]).join(';'));
}

/** Of several, as in `15;30` or `10-20`, the longest. */
function longestTimeOf(text = ''): number | null {
  const times = text.split(/[;-]/).map((one) => timeOf(one));
  return times.reduce((longest, time) => (time !== null && time > (longest ?? 0) ? time : longest), null);
}

/**
 * Seconds of `MM`, `HH:MM`, `HH:MM:SS` or ISO 8601 (`PT1H30M`).
 * @returns `null` where the text is absent, not understood, or says 0
 */
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
