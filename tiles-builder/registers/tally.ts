/** Sites and their people, added up before it is known how many people a band has. */
import type { BandEstimate } from './bands.ts';
import type { ListedPeople } from './site-records.ts';

export interface Tally {
  sites: number;
  /** Of sites whose people are listed. */
  people: number;
  /** Sites in each band, each by the share of its people who are usually there. */
  readonly banded: Record<number, number>;
}

export const emptyTally = (): Tally => ({ sites: 0, people: 0, banded: {} });

export function addSite(tally: Tally, { band, people, present }: ListedPeople): void {
  tally.sites++;
  if (band === null) tally.people += people * present;
  else tally.banded[band] = (tally.banded[band] ?? 0) + present;
}

export const peopleOfTally = ({ people, banded }: Tally, bands: readonly BandEstimate[]): number =>
  Object.entries(banded).reduce((sum, [band, sites]) => sum + sites * bands[Number(band)].mean, people);

/** How many people a site is taken to have in working hours. */
export interface PeopleOfSite {
  /** Before and after the limit to them. */
  readonly listed: number;
  readonly counted: number;
  /** For certain, whatever it has within its band. */
  readonly least: number;
  /** Of `listed`: people squared. */
  readonly variance: number;
}

export function peopleOfSite(
  { band, people, present, most }: ListedPeople,
  bands: readonly BandEstimate[],
): PeopleOfSite {
  const estimate = band === null ? { least: people, mean: people, variance: 0 } : bands[band];
  const least = Math.min(estimate.least, most) * present;
  const counted = Math.min(estimate.mean, most) * present;
  return { listed: estimate.mean * present, counted, least, variance: estimate.variance * present ** 2 };
}
