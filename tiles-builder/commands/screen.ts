/** Prints progress on standard error, results on standard output. */
import type { Progress } from '../base/records.ts';
import { reportProgress } from './report-progress.ts';

export interface Screen {
  readonly progress: Progress;
  readonly endProgress: () => void;
  /** Prints sentences, or with `--json` one JSON object as the last line. */
  readonly print: (
    options: { readonly json?: boolean },
    summary: object,
    sentences: readonly string[],
  ) => void;
}

export function openScreen(): Screen {
  const { report, end } = reportProgress(process.stderr);
  return {
    progress: report,
    endProgress: end,
    print: ({ json }, summary, sentences) => {
      end();
      console.log(json ? JSON.stringify(summary) : sentences.join('\n'));
    },
  };
}
