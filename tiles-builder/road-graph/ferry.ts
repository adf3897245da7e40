/** How long a ferry takes. */
import type { Tags } from '../records.ts';

/** Speed of a ferry that does not say how long it takes: a small car ferry. */
export const FERRY_SPEED_KM_H = 15;

/**
 * The crossing in seconds from `duration`: `MM`, `HH:MM`, `HH:MM:SS` or ISO 8601 (`PT1H30M`).
 * Source: https://wiki.openstreetmap.org/wiki/Key:duration
 * @returns `null` where it is absent or not understood
 */
export function ferryDuration_s(tags: Tags): number | null {
  const text = (tags.duration ?? '').trim();
  const iso = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(text);
  if (iso) {
    const [days, hours, minutes, seconds] = iso.slice(1).map((part) => Number(part ?? 0)) as number[];
    return ((days! * 24 + hours!) * 60 + minutes!) * 60 + seconds! || null;
  }
  const clock = /^(?:(\d+):)?(\d+)(?::(\d+))?$/.exec(text);
  if (!clock) return null;
  const [hours, minutes, seconds] = clock.slice(1).map((part) => Number(part ?? 0)) as number[];
  return (hours! * 60 + minutes!) * 60 + seconds! || null;
}
