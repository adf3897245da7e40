/** Groups the ids of sites without numbers by reason, the reason of most sites first. */
import type { CountedSite, ResultOf } from './sites-as-files.ts';

export function refusedSites(
  sites: readonly CountedSite[],
  resultOf: ResultOf,
): (readonly [reason: string, ids: ReadonlySet<string>])[] {
  const found = new Map<string, Set<string>>();
  for (const { site, counts } of sites) {
    const refusals = counts.map(resultOf).filter((result) => result.kind === 'refusal');
    const reasons = refusals.map(({ refusal }) => refusal.error);
    if ('fault' in site.place) reasons.push(site.place.fault);
    for (const reason of reasons) found.set(reason, (found.get(reason) ?? new Set()).add(site.id));
  }
  return [...found].sort(([, a], [, b]) => b.size - a.size);
}
