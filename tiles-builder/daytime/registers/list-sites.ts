/**
 * Reads registers of workplaces and schools: writes the sites inside their coverage to files by partition, and estimates the
 * mean people of size classes (bands) by a power law.
 */
import type { Position, Zone } from '../../../src/geo/positions.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import { intersectionOf, unionOf } from '../../geometry/clip-zones.ts';
import type { PartitionSpill } from '../../partitions/partition-spill.ts';
import { type Band, type BandEstimate, estimateBands } from '../../sources/config/bands.ts';
import type { RegisterRole } from '../../sources/config/config.ts';
import { readCoverage } from '../../sources/extent/coverage.ts';
import { PRIVACY } from '../parameters.ts';
import { isZone, OwnCoverage } from './own-coverage.ts';
import { bandsOfRegister, type ListedSite, type ReadRegister, readRegister } from './read-register.ts';
import { type RegistersConfig, registersOf } from './registers-config.ts';
import { addSite, emptyTally, type SitesAndPeople, sumOfTally, type Tally } from './site-people.ts';
import { type Site, SiteWriter } from './site-records.ts';

export interface ListedFigures {
  readonly registers: readonly ListedRegister[];
  readonly bands: readonly BandEstimate[];
  /** Exclusive upper bound of the outlines' numbers. */
  readonly outlines: number;
  /** As configured; `null` if it is not. */
  readonly coverage: Zone | null;
}

export interface ListedRegister extends ReadRegister {
  readonly role: RegisterRole;
  readonly all: SitesAndPeople;
  readonly without_place: SitesAndPeople;
  /** Sites outside the register's own coverage. */
  readonly outside: SitesAndPeople;
  /** Sites in a band without an upper end, which are counted by its lower end. */
  readonly unlimited: SitesAndPeople;
}

export async function listSites(
  config: RegistersConfig,
  spill: PartitionSpill,
  scratch: string,
  progress: (rows: number, total?: number) => void,
): Promise<ListedFigures> {
  const writer = new SiteWriter(spill);
  const registers: ListedRegister[] = [];
  const bands: Band[] = [];
  const estimates: BandEstimate[] = [];
  const coverages: CoverageOfRegister[] = [];
  for (const [i, { role, register }] of registersOf(config).entries()) {
    const zone = register.coverage === undefined ? null : await readCoverage(register.coverage);
    coverages.push({ role, zone });
    const covered = zone && new OwnCoverage(zone);
    const [firstBand, own] = [bands.length, bandsOfRegister(register)];
    bands.push(...own);
    const sitesInBand = own.map(() => 0);
    const [all, nowhere, outside, unlimited] = [0, 0, 0, 0].map(emptyTally);
    const take = ({ place, ...site }: ListedSite): void => {
      const band = site.band === null ? null : bands[site.band];
      addSite(all, site);
      if (site.band !== null) sitesInBand[site.band - firstBand]++;
      if (band?.[1] === null) addSite(unlimited, site);
      if (place === null) {
        addSite(nowhere, site);
        return;
      }
      const part = covered?.partOf(place) ?? { place, share: 1 };
      if (part.share < 1) addSite(outside, site, 1 - part.share);
      const present = site.present * part.share;
      const fewest = Math.min(band?.[0] ?? site.people, site.most) * present;
      if (part.share > 0) writeSite(writer, { ...site, register: i, present }, part.place, fewest);
    };
    const kind = { isSchool: role === 'schools', firstBand };
    const read = await readRegister(register, kind, scratch, take, progress);
    if (read.rows === 0) throw new BadInput(register.file, null, 'has no row that counts');
    estimates.push(...estimateBands(own, sitesInBand));
    const summed = (tally: Tally): SitesAndPeople => sumOfTally(tally, estimates);
    registers.push({
      ...{ role, ...read, all: summed(all), without_place: summed(nowhere) },
      ...{ outside: summed(outside), unlimited: summed(unlimited) },
    });
  }
  spill.finish();
  return { registers, bands: estimates, outlines: writer.outlines, coverage: commonCoverage(coverages) };
}

/** A site with polygons and too few people for a figure joins a group. */
function writeSite(writer: SiteWriter, site: Site, place: Position | Zone, fewestPeople: number): void {
  if (!isZone(place)) writer.addPoint({ ...site, position: place });
  else if (fewestPeople < PRIVACY.min_persons) writer.addPoint({ ...site, position: middleOf(place) });
  else writer.addOutlined(site, place);
}

function middleOf(zone: Zone): Position {
  const vertices = zone[0][0].slice(1);
  const mean = (axis: 0 | 1): number =>
    vertices.reduce((sum, vertex) => sum + vertex[axis], 0) / vertices.length;
  return [mean(0), mean(1)];
}

interface CoverageOfRegister {
  readonly role: RegisterRole;
  readonly zone: Zone | null;
}

/** Union of a role's files; the intersection of both roles. */
function commonCoverage(coverages: readonly CoverageOfRegister[]): Zone | null {
  let common: Zone | null = null;
  for (const registers of Map.groupBy(coverages, ({ role }) => role).values()) {
    if (registers.some(({ zone }) => zone === null)) continue;
    const own = registers.reduce<Zone>((sum, { zone }) => unionOf(sum, zone ?? []), []);
    common = common === null ? own : intersectionOf(common, own);
  }
  return common;
}
