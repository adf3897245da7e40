/** What a command reports while it runs, on standard error, and what it found, on standard output. */
import type { Progress } from '../records.ts';
import { reportProgress } from './report-progress.ts';

export interface Screen {
  readonly progress: Progress;
  /** Ends the line of the last step. */
  readonly endProgress: () => void;
  /** Prints what a command found: sentences for a person, or with `--json` one JSON object as the last line. */
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
