/** What the command and the thread in which it builds say to each other: plain data. */
import type { BuildSummary, ShardOptions } from '../../build/build-dataset.ts';
import type { Config } from '../../config/config.ts';
import type { Progress } from '../../records.ts';
import type { EnginePlace } from '../../working/open-sql-engine.ts';
import type { Failure } from '../describe-failure.ts';

/** What the thread is started with. */
export interface BuildOrder<Place = EnginePlace> {
  readonly config: Config;
  readonly out: string;
  readonly options: Omit<ShardOptions, 'progress' | 'clickhouse'> & {
    readonly clickhouse?: Place | undefined;
  };
}

/** What the thread reports. */
export type BuildMessage =
  | { readonly progress: Parameters<Progress> }
  /** `null` where another shard puts the dataset in its place. */
  | { readonly built: BuildSummary | null }
  /** The message of a `ProcessGrown`. */
  | { readonly grown: string }
  | { readonly failure: Failure; readonly trace: string };
