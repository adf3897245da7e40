/** Sums sites and people before bands are estimated. */
import type { Position } from '../../src/geo/positions.ts';
import type { BandEstimate } from '../config/bands.ts';
import type { WidePeople } from './share-wide-sites.ts';
import type { ListedPeople, PointSite, Site, WideSite } from './site-records.ts';

export interface Tally {
  sites: number;
  people: number;
  /** Sites by band, weighted by the share usually there. */
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

/** In working hours. */
export interface PeopleOfSite {
  /** Before and after the limit. */
  readonly listed: number;
  readonly counted: number;
  /** By the lower end of its band. */
  readonly least: number;
  /** Of `listed`. */
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

/** Sites inside the coverage. */
export class TallyInside {
  /** In working hours by register, before the limit. */
  readonly people: Record<number, number> = {};
  /** Sites below their limit by band, weighted as in {@link Tally}. */
  readonly banded: Record<number, number> = {};

  addArea(
    sites: { readonly points: readonly PointSite[]; readonly wide: readonly WideSite[] },
    isCovered: (position: Position) => boolean,
    shares: ReadonlyMap<number, Pick<WidePeople, 'share'>>,
    bands: readonly BandEstimate[],
  ): this {
    for (const site of sites.points) if (isCovered(site.position)) this.#addSite(site, 1, bands);
    for (const site of sites.wide) this.#addSite(site, shares.get(site.number)?.share ?? 0, bands);
    return this;
  }

  add({ people, banded }: Pick<TallyInside, 'people' | 'banded'>): void {
    for (const [register, own] of Object.entries(people)) addAt(this.people, Number(register), own);
    for (const [band, own] of Object.entries(banded)) addAt(this.banded, Number(band), own);
  }

  #addSite(site: Site, share: number, bands: readonly BandEstimate[]): void {
    addAt(this.people, site.register, peopleOfSite(site, bands).listed * share);
    if (site.band === null || bands[site.band].mean >= site.most) return;
    addAt(this.banded, site.band, site.present * share);
  }

  /** Standard deviation of people counted, by bands. */
  deviation(bands: readonly BandEstimate[]): number {
    return Math.hypot(...bands.map(({ deviation }, band) => (this.banded[band] ?? 0) * deviation));
  }

  /** Share of located people inside; 1 without any. */
  shareOf(register: number, placed: number): number {
    return placed > 0 ? Math.min(1, (this.people[register] ?? 0) / placed) : 1;
  }
}

const addAt = (numbers: Record<number, number>, at: number, number: number): void => {
  numbers[at] = (numbers[at] ?? 0) + number;
};
