/**
 * Computes driving speeds: the posted limit, else that of a tagged zone by country, else a default by road class (OSM wiki,
 * Key:maxspeed, Default speed limits).
 */
import type { RoadClass, RoadTags, SpeedFactors } from '../../sources/gather/road-tags.ts';
import type { Direction } from './access.ts';

const KM_PER_MILE = 1.609344;
const KM_PER_NAUTICAL_MILE = 1.852;
/** Limits from driveways to Abu Dhabi's motorways; others are typing errors. */
const PLAUSIBLE_LIMITS_KM_H = { least: 3, most: 160 };
/** Limit of cars at walking pace, for which German and Austrian law has no number (OSM wiki, Key:maxspeed). */
const WALKING_PACE_KM_H = 5;
/** Speed without a limit, which Germany recommends. */
const UNLIMITED_KM_H = 130;

/** Speeds with delays at junctions, which match the reach of Valhalla's drives. */
const CLASS_SPEEDS_KM_H: Readonly<Record<RoadClass, number>> = {
  motorway: 110,
  motorway_link: 75,
  trunk: 90,
  trunk_link: 65,
  primary: 65,
  primary_link: 55,
  secondary: 60,
  secondary_link: 45,
  tertiary: 46,
  tertiary_link: 40,
  unclassified: 40,
  residential: 32,
  road: 40,
  living_street: 15,
  service: 20,
  track: 15,
};
const OTHER_CLASS_SPEED_KM_H = 10;

type Zone = 'urban' | 'rural' | 'trunk' | 'motorway';
/** Limits of zones (`FR:urban`); `''` for other countries. */
const ZONE_LIMITS_KM_H: Readonly<Record<string, Readonly<Record<Zone, number>>>> = {
  '': { urban: 50, rural: 90, trunk: 100, motorway: 120 },
  AT: { urban: 50, rural: 100, trunk: 100, motorway: 130 },
  BE: { urban: 50, rural: 90, trunk: 120, motorway: 120 },
  CH: { urban: 50, rural: 80, trunk: 100, motorway: 120 },
  CZ: { urban: 50, rural: 90, trunk: 110, motorway: 130 },
  DE: { urban: 50, rural: 100, trunk: 100, motorway: UNLIMITED_KM_H },
  DK: { urban: 50, rural: 80, trunk: 80, motorway: 130 },
  ES: { urban: 50, rural: 90, trunk: 90, motorway: 120 },
  FR: { urban: 50, rural: 80, trunk: 110, motorway: 130 },
  GB: {
    urban: 30 * KM_PER_MILE,
    rural: 60 * KM_PER_MILE,
    trunk: 70 * KM_PER_MILE,
    motorway: 70 * KM_PER_MILE,
  },
  IT: { urban: 50, rural: 90, trunk: 110, motorway: 130 },
  LI: { urban: 50, rural: 80, trunk: 80, motorway: 120 },
  MT: { urban: 50, rural: 80, trunk: 80, motorway: 80 },
  NL: { urban: 50, rural: 80, trunk: 100, motorway: 100 },
  NO: { urban: 50, rural: 80, trunk: 80, motorway: 110 },
  PL: { urban: 50, rural: 90, trunk: 100, motorway: 140 },
  PT: { urban: 50, rural: 90, trunk: 100, motorway: 120 },
  SE: { urban: 50, rural: 70, trunk: 90, motorway: 110 },
};
const ZONE_NAMES: Readonly<Record<string, Zone>> = {
  urban: 'urban',
  nsl_restricted: 'urban',
  rural: 'rural',
  nsl_single: 'rural',
  trunk: 'trunk',
  nsl_dual: 'trunk',
  motorway: 'motorway',
};
const NAMED_LIMITS_KM_H: Readonly<Record<string, number>> = {
  walk: WALKING_PACE_KM_H,
  living_street: 20,
  bicycle_road: 30,
  none: UNLIMITED_KM_H,
};
/** Used if `maxspeed` has no number. */
const ZONE_KEYS = ['maxspeed:type', 'zone:maxspeed', 'source:maxspeed', 'zone:traffic'] as const;

/** Returns at most the fastest plausible limit, as the service searches no farther. */
export function roadSpeed_km_h(tags: RoadTags, direction: Direction, factors: SpeedFactors = {}): number {
  const factor = factors[tags.highway as RoadClass] ?? 1;
  return Math.min(PLAUSIBLE_LIMITS_KM_H.most, factor * usualSpeed_km_h(tags, direction));
}

function usualSpeed_km_h(tags: RoadTags, direction: Direction): number {
  const posted = [`maxspeed:${direction}`, 'maxspeed', ...ZONE_KEYS] as const;
  for (const key of posted) {
    const limit = parseMaxspeed_km_h(tags[key] ?? '');
    if (limit !== null) return limit;
  }
  return CLASS_SPEEDS_KM_H[tags.highway as RoadClass] ?? OTHER_CLASS_SPEED_KM_H;
}

/** Parses a limit, the lowest of several (`50;30`); `null` for text without a plausible limit. */
export function parseMaxspeed_km_h(text: string): number | null {
  const limits = text.split(/[;|]/).map((one) => parseOne(one.trim()));
  const understood = limits.filter((limit) => limit !== null);
  return understood.length > 0 ? Math.min(...understood) : null;
}

function parseOne(text: string): number | null {
  const number = /^(\d+(?:\.\d+)?) ?(km\/h|kmh|kph|mph|knots)?$/.exec(text);
  if (number) {
    const value = Number(number[1]);
    const perUnit = number[2] === 'mph' ? KM_PER_MILE : number[2] === 'knots' ? KM_PER_NAUTICAL_MILE : 1;
    return plausible(value * perUnit);
  }
  const [, country = '', name = ''] = /^(?:([A-Z]{2})(?:-[A-Z]+)?:)?(.*)$/.exec(text) ?? [];
  const zoneNumber = /^zone:?(\d+)$/.exec(name) ?? (country ? /^(\d+)$/.exec(name) : null);
  if (zoneNumber) return plausible(Number(zoneNumber[1]) * (country === 'GB' ? KM_PER_MILE : 1));
  const zone = ZONE_NAMES[name];
  if (zone) return (ZONE_LIMITS_KM_H[country] ?? ZONE_LIMITS_KM_H[''])[zone];
  return NAMED_LIMITS_KM_H[name] ?? null;
}

function plausible(limit_km_h: number): number | null {
  const { least, most } = PLAUSIBLE_LIMITS_KM_H;
  return limit_km_h >= least && limit_km_h <= most ? limit_km_h : null;
}
