/**
 * Counts the people of sites at points in k-anonymous groups, and disaggregates each group over its cells by capacity, as for a
 * panel.
 */
import { MILLIPERSONS } from '../../../src/format/count-tile.ts';
import { addTo } from '../../base/numbers/add-to.ts';
import { cellAt } from '../../geometry/grid-cells.ts';
import { cellInPartition, numberInPartition } from '../../partitions/partitions.ts';
import { capacityScales } from '../capacity-exponents.ts';
import { groupPartition, releasePart, sumOf, type Workplaces } from '../count-partition.ts';
import { noPlacesIn } from '../partition-columns.ts';
import type { RegisterCounting, RegistersInPartition } from './register-counting.ts';
import { addFigures, addInside, addListed } from './register-totals.ts';
import { peopleOfSite } from './site-people.ts';

/** Represents the sites inside the coverage as persons of a panel. */
export function workplacesOf({
  sites: { points },
  anchors,
  bands,
  isCovered,
}: Pick<RegistersInPartition, 'anchors' | 'bands' | 'isCovered'> & {
  readonly sites: Pick<RegistersInPartition['sites'], 'points'>;
}): Workplaces {
  const own = points.flatMap((site, i) =>
    isCovered(cellAt(site.position)) ? [{ anchor: anchors[i], ...peopleOfSite(site, bands) }] : [],
  );
  return {
    area: Uint32Array.from(own, ({ anchor }) => numberInPartition(anchor)),
    persons: Float64Array.from(own, ({ least }) => least),
    people: Float64Array.from(own, ({ counted }) => counted),
  };
}

const NO_WORKPLACES: Workplaces = {
  area: new Uint32Array(),
  persons: new Float64Array(),
  people: new Float64Array(),
};

export function countPoints(into: RegisterCounting, registers: RegistersInPartition): void {
  const { partition, sites, places, bands, isCovered, release } = registers;
  const { totals } = into;
  const workplaces = workplacesOf(registers);
  const [part] = groupPartition(
    { at_home: NO_WORKPLACES, away: workplaces },
    { at_home: noPlacesIn(partition), away: places },
    release.earlier,
  );
  const scaleOf = capacityScales(places, release.exponents);
  const { people, groups, withheld } = releasePart(part, { ...release, places, scaleOf });
  for (const [i, number] of people.cell.entries()) {
    addTo(into.released, cellInPartition(partition, number), people.millipersons[i] / MILLIPERSONS);
  }
  for (const group of groups) {
    totals.figures.push(group);
    addFigures(totals, 1, group.persons);
  }
  const isCounted = groups.length > 0;
  totals.withheld.sites += isCounted ? 0 : workplaces.area.length;
  totals.withheld.people += isCounted ? withheld : sumOf(workplaces.people);
  for (const site of sites.points) {
    const { isSchool, name, position } = site;
    const cell = cellAt(position);
    const own = peopleOfSite(site, bands);
    if (!isCovered(cell)) {
      addListed(totals, own, 0);
      continue;
    }
    addInside(totals, site, own, 1);
    if (!isCounted) continue;
    addListed(totals, own, 1);
    totals[isSchool ? 'pupils' : 'staff'] += own.counted;
    into.addFound(cell, position, own.counted, own.variance);
    into.addAtSite(cell, own.counted);
    into.places.add({ name, position, sites: 1, people: own.counted }, [[cell, own.counted]]);
  }
}
