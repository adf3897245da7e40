/** Compares counts of zones with the truth, by class of counted people. */
import { type BetweenShifts, ratioOf } from '../../tiles-builder/evaluate/shifted-units.ts';

export interface ComparedZone {
  readonly count: number;
  /** The truth. */
  readonly people: number;
  readonly isHeld: boolean;
}

export interface PanelZones {
  readonly town: number;
  readonly zones: readonly ComparedZone[];
}

/** Errors over zones, with standard errors between towns. */
export interface FlowClass {
  readonly zones: string;
  readonly compared: number;
  /** Σ (count - truth) / Σ truth. */
  readonly bias: BetweenShifts;
  /** Mean of |count - truth| / truth. */
  readonly mape: number;
  /** The same error of an even random draw that is counted where it is found. */
  readonly sampling_floor: number;
  /** Share of zones. */
  readonly interval_coverage: BetweenShifts;
}

const CLASS_BOUNDS = [500, 1_000, 2_000, 5_000, Infinity];

/** @param share of all persons in each panel */
export function compareClasses(panels: readonly PanelZones[], share: number): FlowClass[] {
  const towns = [...Map.groupBy(panels, ({ town }) => town).values()];
  return CLASS_BOUNDS.slice(1).map((to, i) => {
    const from = CLASS_BOUNDS[i];
    const byTown = towns
      .map((own) => own.flatMap(({ zones }) => zones.filter(({ count }) => count >= from && count < to)))
      .filter((own) => own.length > 0);
    const of = byTown.flat();
    const mean = (value: (one: ComparedZone) => number): number => sumOf(of, value) / of.length;
    const truth = byTown.map((own) => sumOf(own, ({ people }) => people));
    return {
      zones: to === Infinity ? `${from} and more` : `${from} to ${to}`,
      compared: of.length,
      bias: ratioOf(
        byTown.map((own) => sumOf(own, ({ count, people }) => count - people)),
        truth,
      ),
      mape: mean(({ count, people }) => Math.abs(count - people) / people),
      sampling_floor: mean(({ people }) => Math.sqrt((2 / Math.PI) * ((1 - share) / (share * people)))),
      interval_coverage: ratioOf(
        byTown.map((own) => sumOf(own, ({ isHeld }) => Number(isHeld))),
        byTown.map((own) => own.length),
      ),
    };
  });
}

const sumOf = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((sum, value) => sum + of(value), 0);

/** In percent, with standard errors. */
export function tableOfClasses(classes: readonly FlowClass[]): string {
  const rows = [
    ['people', 'zones', 'bias', 'MAPE', 'of an even draw', 'in interval'],
    ...classes.map((own) => [
      ...[own.zones, String(own.compared), withError(own.bias), percent(own.mape)],
      ...[percent(own.sampling_floor), withError(own.interval_coverage)],
    ]),
  ];
  return rows.map((row) => row.map((text) => text.padStart(16)).join('')).join('\n');
}

const percent = (share: number): string => (100 * share).toFixed(1);

const withError = ({ mean, standard_error }: BetweenShifts): string =>
  standard_error === null ? percent(mean) : `${percent(mean)} ± ${percent(standard_error)}`;
