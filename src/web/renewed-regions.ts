import type { Answer } from './outcome.ts';

/** Regions that answered from two versions: one was published in between. */
export function renewedRegions(answers: readonly Answer[]): ReadonlySet<string> {
  const versions = new Map<string, string>();
  const renewed = new Set<string>();
  for (const { details } of answers) {
    const { region, version } = details.dataset;
    if ((versions.get(region) ?? version) !== version) renewed.add(region);
    versions.set(region, version);
  }
  return renewed;
}
