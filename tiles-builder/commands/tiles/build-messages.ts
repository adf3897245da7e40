/** Messages between the command and the child processes that build. */

import type { Progress } from '../../base/records.ts';
import type { Described } from '../../dataset/describe-sources.ts';
import type { BuildOptions, BuildSummary } from '../../pipeline/build-dataset.ts';
import type { Config } from '../../sources/config/config.ts';
import type { Failure } from '../describe-failure.ts';

export interface BuildOrder {
  readonly config: Config;
  readonly out: string;
  readonly options: Omit<BuildOptions, 'progress'>;
}

export type BuildOutcome =
  | { readonly built: BuildSummary }
  /** The process has grown; another one must resume. */
  | { readonly described: Described }
  | { readonly failure: Failure; readonly trace: string };

export type BuildMessage = { readonly progress: Parameters<Progress> } | BuildOutcome;
