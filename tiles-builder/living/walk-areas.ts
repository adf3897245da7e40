/** Both walks through the areas of a build: what the map holds of each census unit, and whom it leads to expect where. */
import type { Cell } from '../../src/geo/cells.ts';
import type { BoundingBox, Zone } from '../../src/geo/positions.ts';
import { areaAt, boxAroundArea } from '../areas/areas.ts';
import { PlanarArea, shareInside } from '../geometry/planar-area.ts';
import { type ExpectedFromArea, expectInArea } from './expect-in-area.ts';
import type { HeldCensus } from './held-census.ts';
import { holdArea } from './hold-area.ts';
import type { Homes } from './homes.ts';
import { UnitsOfArea } from './units-of-area.ts';

export class AreaWalk {
  /** All with homes, roads or the middle of a census unit, ascending. */
  readonly areas: readonly Cell[];
  readonly #censuses: readonly HeldCensus[];
  readonly #homes: Homes;
  readonly #mapped: PlanarArea;
  readonly #reach: ReadonlyMap<HeldCensus, PlanarArea>;
  /** By census, the place in `areas` of the area that each unit's middle lies in. */
  readonly #areaOf = new Map<HeldCensus, Uint32Array>();

  /** @param mapped where homes and roads are complete */
  constructor(censuses: readonly HeldCensus[], homes: Homes, mapped: Zone) {
    this.#censuses = censuses;
    this.#homes = homes;
    this.#mapped = new PlanarArea(mapped);
    this.#reach = new Map(censuses.map((census) => [census, new PlanarArea(census.reach)]));
    const areas = new Set(homes.areas);
    const homeOf = censuses.map(({ source: { units } }) => {
      const own: Cell[] = [];
      for (let unit = 0; unit < units.length; unit++) own.push(areaAt(...units.middle(unit)));
      for (const area of own) areas.add(area);
      return own;
    });
    this.areas = [...areas].sort();
    const placeOf = new Map(this.areas.map((area, place) => [area, place]));
    for (const [i, census] of censuses.entries()) {
      this.#areaOf.set(
        census,
        Uint32Array.from(homeOf[i], (area) => placeOf.get(area)!),
      );
    }
  }

  /** Adds to the holdings of each census what the map holds in an area. */
  hold(area: Cell): void {
    const box = boxAroundArea(area);
    const beside = this.#censuses.map((census) => {
      const { source, holdings, unlisted } = census;
      const units = new UnitsOfArea(source.units, box);
      const whole = this.#reach.get(census)!;
      const reach = whole.clippedTo(box);
      for (const local of this.#own(census, units, area)) {
        const outline = units.outline(local);
        holdings.knownShare[units.units[local]] = shareInside(outline, near(whole, reach, box, outline));
      }
      return { units, reach, holdings, unlisted };
    });
    holdArea(area, this.#homes.read(area), beside);
  }

  /** Adds to each census that counts whom an area leads to expect in its units. */
  expect(area: Cell): ExpectedFromArea {
    const box = boxAroundArea(area);
    const mapped = this.#mapped.clippedTo(box);
    const counting = this.#censuses.map((census) => {
      const { source, firstUnit, isCounted, counts: zone, sums, cut } = census;
      if (zone.length === 0) return null;
      const units = new UnitsOfArea(source.units, box);
      const whole = census.countsArea;
      const counts = whole.clippedTo(box);
      for (const local of this.#own(census, units, area)) {
        const unit = units.units[local];
        if (isCounted[unit] === 0) continue;
        const outline = units.outline(local);
        const around = near(whole, counts, box, outline);
        if (around.relationOf(outline.box) === 'inside') continue;
        cut.set(unit, {
          inside: shareInside(outline, around),
          known: shareInside(outline, near(this.#mapped, mapped, box, outline)),
        });
      }
      return { units, firstUnit, isCounted, counts, sums };
    });
    return expectInArea(area, this.#homes.read(area), counting);
  }

  /** The units of a census whose middle lies in an area. */
  #own(census: HeldCensus, { units }: UnitsOfArea, area: Cell): number[] {
    const place = this.areas.indexOf(area);
    const areaOf = this.#areaOf.get(census)!;
    return [...units.keys()].filter((local) => areaOf[units[local]] === place);
  }
}

/** Of a zone, what is enough to tell how much of an outline lies in it. @param clipped the zone in a box */
function near(
  whole: PlanarArea,
  clipped: PlanarArea,
  box: BoundingBox,
  { box: own }: PlanarArea,
): PlanarArea {
  const isWithin =
    own.west > box.west && own.east < box.east && own.south > box.south && own.north < box.north;
  return isWithin ? clipped : whole.clippedTo(widened(own));
}

/** So that what lies in the box as a whole does not touch what the box cuts. */
const widened = ({ west, south, east, north }: BoundingBox): BoundingBox => ({
  west: west - MARGIN_DEGREES,
  south: south - MARGIN_DEGREES,
  east: east + MARGIN_DEGREES,
  north: north + MARGIN_DEGREES,
});
const MARGIN_DEGREES = 1e-5;
