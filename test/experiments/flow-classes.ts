/** Compares counts with the truth by class of zones, and separates sampling error. */
import { INTERVAL_DEVIATIONS } from '../../src/format/error-model.ts';
import { type Ratio, ratioOver } from './ratio-over.ts';

export interface ComparedZone {
  readonly count: number;
  /** The truth. */
  readonly people: number;
  readonly unrounded: number;
  /** Counted at found places, without groups. */
  readonly ungrouped: number;
  readonly isHeld: boolean;
  readonly area_m2: number;
}

export interface PanelZones {
  readonly town: number;
  /** People whose usual occupation place is in the town. */
  readonly people: number;
  readonly zones: readonly ComparedZone[];
}

/** Errors over zones. Standard errors are over towns or panels, whichever is larger. */
export interface FlowClass {
  readonly zones: string;
  readonly compared: number;
  /** Σ (count - truth) / Σ truth. */
  readonly bias: Ratio;
  /** Mean of |count - truth| / truth. */
  readonly mape: number;
  /** Relative increase of `mape` by keyed rounding, averaged with each count's mirror image. */
  readonly price_of_rounding: number;
  /** Due to sampling and finding. */
  readonly mape_ungrouped: number;
  /** Due to sampling an even panel. */
  readonly sampling_floor: number;
  /** Zones classed by ungrouped counts, as classing selects errors. */
  readonly bias_ungrouped: Ratio;
  /** Share of zones. */
  readonly interval_coverage: Ratio;
  /** Of `bias_ungrouped`, for sampling alone. */
  readonly coverage_ungrouped: Ratio;
}

interface ZoneClass {
  readonly zones: string;
  readonly holds: (count: number, zone: ComparedZone) => boolean;
}

const CLASS_BOUNDS = [500, 1_000, 2_000, 5_000, Infinity];
const SPARSEST = 1 / 3;

/** @param share of all persons in each panel */
export function compareClasses(panels: readonly PanelZones[], share: number): FlowClass[] {
  const bounds = CLASS_BOUNDS.slice(1).map((to, i) => [CLASS_BOUNDS[i], to] as const);
  const nameOf = (from: number, to: number): string =>
    to === Infinity ? `${from} and more` : `${from} to ${to}`;
  const counted = bounds.map(([from, to]): ZoneClass => {
    return { zones: nameOf(from, to), holds: (count) => count >= from && count < to };
  });
  const real = bounds.map(([from, to]): ZoneClass => {
    return { zones: `true ${nameOf(from, to)}`, holds: (_, { people }) => people >= from && people < to };
  });
  return [...counted, ...real, sparsestOf(panels)].map((zoneClass) => compareClass(panels, share, zoneClass));
}

function sparsestOf(panels: readonly PanelZones[]): ZoneClass {
  const densities = panels
    .flatMap(({ zones }) => zones)
    .filter(({ count }) => count >= CLASS_BOUNDS[0])
    .map(({ count, area_m2 }) => count / area_m2)
    .sort((a, b) => a - b);
  const densest = densities[Math.floor(densities.length * SPARSEST)];
  return {
    zones: 'sparsest third',
    holds: (count, { area_m2 }) => count >= CLASS_BOUNDS[0] && count / area_m2 < densest,
  };
}

function compareClass(panels: readonly PanelZones[], share: number, { zones, holds }: ZoneClass): FlowClass {
  const byCount = panels.map((panel) => panel.zones.filter((zone) => holds(zone.count, zone)));
  const byUngrouped = panels.map((panel) => panel.zones.filter((zone) => holds(zone.ungrouped, zone)));
  const ratio = (
    kept: readonly (readonly ComparedZone[])[],
    over: (zone: ComparedZone, panel: PanelZones) => number,
    under: (zone: ComparedZone) => number,
  ): Ratio => {
    const sums = panels.map((panel, i) => ({
      town: panel.town,
      over: kept[i].reduce((sum, zone) => sum + over(zone, panel), 0),
      under: kept[i].reduce((sum, zone) => sum + under(zone), 0),
    }));
    const ratioOverParts = (parts: Iterable<typeof sums>): Ratio =>
      ratioOver(
        Array.from(parts, (part) => [
          part.reduce((sum, one) => sum + one.over, 0),
          part.reduce((sum, one) => sum + one.under, 0),
        ]),
      );
    const [overTowns, overPanels] = [
      Map.groupBy(sums, ({ town }) => town).values(),
      sums.map((one) => [one]),
    ].map(ratioOverParts);
    return (overTowns.standard_error ?? 0) > overPanels.standard_error! ? overTowns : overPanels;
  };
  const of = byCount.flat();
  const mean = (value: (one: ComparedZone) => number): number =>
    of.reduce((sum, one) => sum + value(one), 0) / of.length;
  const isLikely = ({ ungrouped, people }: ComparedZone, { people: all }: PanelZones): boolean =>
    Math.abs(ungrouped - people) <=
    INTERVAL_DEVIATIONS * Math.sqrt((1 / share - 1) * people * (1 - people / all));
  return {
    zones,
    compared: of.length,
    bias: ratio(
      byCount,
      ({ count, people }) => count - people,
      ({ people }) => people,
    ),
    mape: mean(({ count, people }) => Math.abs(count - people) / people),
    price_of_rounding:
      mean(
        ({ count, unrounded, people }) =>
          (Math.abs(count - people) + Math.abs(2 * unrounded - count - people)) / 2 / people,
      ) /
        mean(({ unrounded, people }) => Math.abs(unrounded - people) / people) -
      1,
    mape_ungrouped: mean(({ ungrouped, people }) => Math.abs(ungrouped - people) / people),
    sampling_floor: mean(({ people }) => Math.sqrt((2 / Math.PI) * ((1 - share) / (share * people)))),
    bias_ungrouped: ratio(
      byUngrouped,
      ({ ungrouped, people }) => ungrouped - people,
      ({ people }) => people,
    ),
    interval_coverage: ratio(
      byCount,
      ({ isHeld }) => Number(isHeld),
      () => 1,
    ),
    coverage_ungrouped: ratio(
      byUngrouped,
      (zone, panel) => Number(isLikely(zone, panel)),
      () => 1,
    ),
  };
}

const COLUMNS: readonly (readonly [title: string, cell: (one: FlowClass) => string])[] = [
  ['people', ({ zones }) => zones],
  ['zones', ({ compared }) => String(compared)],
  ['bias', ({ bias }) => withError(bias)],
  ['ungrouped', ({ bias_ungrouped }) => withError(bias_ungrouped)],
  ['MAPE', ({ mape }) => percent(mape)],
  ['of rounding', ({ price_of_rounding }) => percent(price_of_rounding)],
  ['ungrouped', ({ mape_ungrouped }) => percent(mape_ungrouped)],
  ['floor', ({ sampling_floor }) => percent(sampling_floor)],
  ['in interval', ({ interval_coverage }) => withError(interval_coverage)],
  ['ungrouped', ({ coverage_ungrouped }) => withError(coverage_ungrouped)],
];

/** In percent, with standard errors. */
export function tableOfClasses(classes: readonly FlowClass[]): string {
  const rows = [
    COLUMNS.map(([title]) => title),
    ...classes.map((one) => COLUMNS.map(([, cell]) => cell(one))),
  ];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) => row.map((text, column) => text.padStart(widths[column])).join('  ')).join('\n');
}

const percent = (share: number): string => (100 * share).toFixed(1);

const withError = ({ ratio, standard_error }: Ratio): string =>
  standard_error === null ? percent(ratio) : `${percent(ratio)} ± ${percent(standard_error)}`;
