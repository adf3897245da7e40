/** Messages between the command and its build thread: plain data. */
import type { BuildSummary, ShardOptions } from '../../build/build-dataset.ts';
import type { Config } from '../../config/config.ts';
import type { Progress } from '../../records.ts';
import type { EnginePlace } from '../../working/open-sql-engine.ts';
import type { Failure } from '../describe-failure.ts';

export interface BuildOrder<Place = EnginePlace> {
  readonly config: Config;
  readonly out: string;
  readonly options: Omit<ShardOptions, 'progress' | 'clickhouse'> & {
    readonly clickhouse?: Place | undefined;
  };
}

export type BuildMessage =
  | { readonly progress: Parameters<Progress> }
  /** `null` where another shard installs the dataset. */
  | { readonly built: BuildSummary | null }
  /** Message of a `ProcessGrown`. */
  | { readonly grown: string }
  | { readonly failure: Failure; readonly trace: string };
