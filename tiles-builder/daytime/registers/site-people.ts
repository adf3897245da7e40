/** Computes and sums people of sites in working hours: a listed number, or the mean of a size class (band) up to a limit. */

import { addTo } from '../../base/numbers/add-to.ts';
import type { BandEstimate } from '../../sources/config/bands.ts';

export interface ListedPeople {
  /** Number among all registers' bands; `null` if the register gives a number of people. */
  readonly band: number | null;
  /** 0 where there is a band. */
  readonly people: number;
  /** Share of its people who are usually there. */
  readonly present: number;
  /** Largest number of people, Infinity without a limit. */
  readonly most: number;
}

export interface PeopleOfSite {
  /** People before the limit, and then those after it. */
  readonly listed: number;
  readonly counted: number;
  /** People by the lower end of the band. */
  readonly least: number;
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

export interface SitesAndPeople {
  sites: number;
  people: number;
}

/** Sums sites while registers are read: `people` are those of sites without a band. */
export interface Tally extends SitesAndPeople {
  /** Sites by band, weighted by the share usually there. */
  readonly banded: Map<number, number>;
}

export const emptyTally = (): Tally => ({ sites: 0, people: 0, banded: new Map() });

export function addSite(tally: Tally, { band, people, present }: ListedPeople, share = 1): void {
  tally.sites++;
  if (band === null) tally.people += people * present * share;
  else addTo(tally.banded, band, present * share);
}

export const sumOfTally = (
  { sites, people, banded }: Tally,
  bands: readonly BandEstimate[],
): SitesAndPeople => ({
  sites,
  people: [...banded].reduce((sum, [band, sites]) => sum + sites * bands[band].mean, people),
});
