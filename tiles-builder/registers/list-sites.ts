/** Writes the sites of registers by partition. */
import type { Position, Zone } from '../../src/geo/positions.ts';
import { type BandEstimate, estimateBands } from '../config/bands.ts';
import type { RegisterRole } from '../config/config.ts';
import { BadInput } from '../failures/bad-input.ts';
import { intersectionOf, unionOf } from '../geometry/clip-zones.ts';
import type { PartitionSpill } from '../partitions/partition-spill.ts';
import { readCoverage } from '../read/extent/coverage.ts';
import { PRIVACY } from '../working/parameters.ts';
import { isZone, OwnCoverage } from './own-coverage.ts';
import { bandsOfRegister, type ListedSite, readRegister } from './read-register.ts';
import { type RegistersConfig, registersOf } from './registers-config.ts';
import type { RegisterFigures } from './registers-report.ts';
import { type Site, spillPoint, spillWide, WideOutlines } from './site-records.ts';
import { addSite, emptyTally, type Tally } from './tally.ts';

export interface ListedFigures {
  readonly registers: readonly ListedRegister[];
  readonly bands: readonly BandEstimate[];
  /** Of wide sites. */
  readonly outlines: number;
  /** As configured; `null` where it is not. */
  readonly coverage: Zone | null;
}

type ListedRegister = Pick<RegisterFigures, 'role' | 'rows' | 'without_number'> & {
  readonly all: Tally;
  readonly nowhere: Tally;
  /** Outside the register's own coverage. */
  readonly outside: Tally;
  readonly unlimited: Tally;
};

/** @throws BadInput also for a register without a row that counts */
export async function listSites(
  config: RegistersConfig,
  spill: PartitionSpill,
  scratch: string,
  progress: (rows: number, total?: number) => void,
): Promise<ListedFigures> {
  const files = registersOf(config);
  const bands = files.map(({ register }) => bandsOfRegister(register));
  const allBands = bands.flat();
  const firstBands = bands.map((_, i) => bands.slice(0, i).flat().length);
  const sitesInBand = allBands.map(() => 0);
  const outlines = new WideOutlines(spill);
  const registers: ListedRegister[] = [];
  const coverages: CoverageOfRegister[] = [];
  for (const [i, { role, register }] of files.entries()) {
    const zone = register.coverage === undefined ? null : await readCoverage(register.coverage);
    coverages.push({ role, zone });
    const covered = zone && new OwnCoverage(zone);
    const tallies = {
      all: emptyTally(),
      nowhere: emptyTally(),
      outside: emptyTally(),
      unlimited: emptyTally(),
    };
    const take = (site: ListedSite): void => {
      const band = site.band === null ? null : allBands[site.band];
      addSite(tallies.all, site);
      if (site.band !== null) sitesInBand[site.band]++;
      if (band?.[1] === null) addSite(tallies.unlimited, site);
      if (site.place === null) {
        addSite(tallies.nowhere, site);
        return;
      }
      const { place, share } = covered?.partOf(site.place) ?? { place: site.place, share: 1 };
      if (share < 1) addSite(tallies.outside, { ...site, present: site.present * (1 - share) });
      if (share === 0) return;
      const { place: _, ...own } = site;
      const listed = { ...own, register: i, present: site.present * share };
      const fewest = Math.min(band?.[0] ?? site.people, site.most) * listed.present;
      if (!isZone(place)) spillPoint(spill, { ...listed, position: place });
      else spillZone(spill, outlines, listed, place, fewest);
    };
    const kind = { isSchool: role === 'schools', firstBand: firstBands[i] };
    const read = await readRegister(register, kind, scratch, take, progress);
    if (read.rows === 0) throw new BadInput(register.file, null, 'has no row that counts');
    registers.push({ role, ...read, ...tallies });
  }
  spill.finish();
  return {
    registers,
    bands: bands.flatMap((own, i) =>
      estimateBands(own, sitesInBand.slice(firstBands[i], firstBands[i] + own.length)),
    ),
    outlines: outlines.count,
    coverage: commonCoverage(coverages),
  };
}

/** A site with polygons is wide, unless it may have too few people for a figure: then it is a point. */
function spillZone(
  spill: PartitionSpill,
  outlines: WideOutlines,
  site: Site,
  zone: Zone,
  fewestPeople: number,
): void {
  if (fewestPeople < PRIVACY.min_persons) spillPoint(spill, { ...site, position: middleOf(zone) });
  else spillWide(spill, site, outlines.of(zone));
}

/** Mean vertex of the first outline. */
function middleOf(zone: Zone): Position {
  const vertices = zone[0][0].slice(1);
  const mean = (axis: 0 | 1): number =>
    vertices.reduce((sum, vertex) => sum + vertex[axis], 0) / vertices.length;
  return [mean(0), mean(1)];
}

interface CoverageOfRegister {
  readonly role: RegisterRole;
  /** `null` if not configured. */
  readonly zone: Zone | null;
}

/** The union of a role's files; the intersection of both roles. */
function commonCoverage(coverages: readonly CoverageOfRegister[]): Zone | null {
  let common: Zone | null = null;
  for (const registers of Map.groupBy(coverages, ({ role }) => role).values()) {
    if (registers.some(({ zone }) => zone === null)) continue;
    const own = registers.reduce<Zone>((sum, { zone }) => unionOf(sum, zone ?? []), []);
    common = common === null ? own : intersectionOf(common, own);
  }
  return common;
}
