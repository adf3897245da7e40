/**
 * Learns weights, capacity model and rounding base of a panel from all its partitions; then sums its groups, and learns the
 * error model from split halves.
 */
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { likeliestExponents } from './capacity-exponents.ts';
import { byWhereabouts, type GroupFigure } from './count-partition.ts';
import type { FollowedVersion, LearntParameters } from './groups-file.ts';
import { roundingBase, roundingVariance } from './keyed-rounding.ts';
import {
  type ComparedZone,
  followVariance,
  type VarianceTable,
  varianceBy,
  varianceTable,
} from './learn-variance.ts';
import type { CountedPartition, Likelihoods } from './panel-counts.ts';
import type { PartitionHomes } from './panel-homes.ts';
import { type PanelQuality, panelQuality } from './panel-quality.ts';
import { PRIVACY } from './parameters.ts';
import { byHalf, type Halves, type Split } from './split-halves.ts';
import {
  describeWeights,
  learnWeights,
  type WeightParameters,
  type WeightsReport,
} from './survey-weights.ts';
import { workingErrorModel } from './working-error-model.ts';

export interface Followed {
  readonly earlier?: FollowedVersion | undefined;
  /** Key of rounding; figures are exact without one. */
  readonly secret?: Uint8Array | undefined;
}

export interface CountOptions extends Followed {
  /** Given, so that nothing is learnt. */
  readonly parameters?: LearntParameters | undefined;
}

export interface CountParameters extends Omit<LearntParameters, 'weights' | 'variance'> {
  readonly weights: WeightParameters;
}

/** Learns what is neither given nor taken from the earlier version. */
export function learnParameters(
  homes: readonly PartitionHomes[],
  likelihoods: readonly Likelihoods[],
  { earlier, parameters: given }: CountOptions,
): CountParameters {
  const weights =
    given?.weights ??
    learnWeights(
      homes.flatMap(({ classes }) => classes),
      earlier?.parameters.weights?.most,
    );
  return {
    weights,
    capacity:
      (given ?? earlier?.parameters)?.capacity ??
      byWhereabouts((whereabouts) =>
        likeliestExponents(likelihoods.flatMap((own) => own[whereabouts] ?? [])),
      ),
    rounding_base: given?.rounding_base ?? roundingBase(weights.mean, earlier?.parameters.rounding_base),
  };
}

/** Learns weights as for the whole panel. */
export const learnWeightsOfHalves = (
  homes: readonly PartitionHomes[],
  splits: readonly Split[],
): Halves<WeightParameters>[] =>
  splits.map((_, split) =>
    byHalf([0, 1], (half) => learnWeights(homes.flatMap(({ halves }) => halves[split][half]))),
  );

export interface PrivacyReport {
  readonly groups: number;
  readonly smallest_group_persons: number;
  readonly min_persons: number;
  /** Groups below the threshold, and their persons. */
  readonly groups_bottom_coded: number;
  readonly persons_bottom_coded: number;
  /** Counted nowhere: without a group, or in one without places. */
  readonly persons_withheld: number;
}

/** Thrown for a panel that has too few persons for a single group. */
export class TooFewPersons extends Error {
  override readonly name = 'TooFewPersons';
}

export interface PanelSum {
  readonly groups: readonly GroupFigure[];
  readonly classes: readonly Cell[];
  readonly weights: WeightsReport;
  readonly quality: PanelQuality;
  readonly privacy: PrivacyReport;
  readonly personsCounted: number;
  readonly personsOutside: number;
}

/** @throws TooFewPersons */
export function sumPanel(
  counted: readonly CountedPartition[],
  homes: readonly PartitionHomes[],
  { weights }: CountParameters,
): PanelSum {
  const sum = (of: (part: CountedPartition) => number): number =>
    counted.reduce((all, part) => all + of(part), 0);
  const groups = counted.flatMap((part) => part.groups).sort(byNameOfGroup);
  const classes = homes.flatMap(({ classes }) => classes);
  const persons = sum((part) => part.persons);
  const persons_withheld = sum(({ withheld }) => withheld);
  if (groups.length === 0) {
    throw new TooFewPersons(`${persons} persons, ${PRIVACY.min_persons} are needed in one place`);
  }
  return {
    groups,
    classes: classes.flatMap(({ cell }) => cell ?? []).sort(),
    weights: describeWeights(classes, weights),
    quality: panelQuality(homes.map(({ byArea }) => byArea)),
    privacy: {
      groups: groups.length,
      smallest_group_persons: groups.reduce((least, group) => Math.min(least, group.persons), Infinity),
      min_persons: PRIVACY.min_persons,
      groups_bottom_coded: sum(({ coded }) => coded.groups),
      persons_bottom_coded: sum(({ coded }) => coded.persons),
      persons_withheld,
    },
    personsCounted: persons - persons_withheld,
    personsOutside: sum((part) => part.personsOutside),
  };
}

const byNameOfGroup = (a: GroupFigure, b: GroupFigure): number =>
  a.whereabouts === b.whereabouts ? (a.cell < b.cell ? -1 : 1) : a.whereabouts < b.whereabouts ? -1 : 1;

/** Returns the weight of a person, in the mean over people. */
export const weightOfPeople = ({ mean, design_effect }: WeightsReport): number => mean * design_effect;

/**
 * @param zones of all partitions
 * @param total people of the dataset
 */
export function learnErrors(
  zones: readonly ComparedZone[],
  { groups, weights }: Pick<PanelSum, 'groups' | 'weights'>,
  { rounding_base }: Pick<CountParameters, 'rounding_base'>,
  total: number,
  { earlier, parameters: given, secret }: CountOptions,
): { readonly variance: VarianceTable; readonly errorModel: ErrorModel } {
  const variance =
    given?.variance ??
    followVariance(varianceTable(zones, weightOfPeople(weights), total), earlier?.parameters.variance);
  const varianceOf = varianceBy(variance, total);
  const rounding = secret === undefined ? 0 : (roundingVariance(rounding_base) * groups.length) / total;
  return { variance, errorModel: workingErrorModel(varianceOf, total, rounding) };
}
