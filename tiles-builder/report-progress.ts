/** Tells a person what a long command is doing: one rewritten line on a terminal, plain lines elsewhere. */
import type { WriteStream } from 'node:tty';
import type { Progress } from './records.ts';

const REWRITE_EVERY_MS = 100;

export interface ProgressReport {
  readonly report: Progress;
  /** Ends the line of the last step. */
  readonly end: () => void;
}

export function reportProgress(stream: WriteStream): ProgressReport {
  let currentStep = '';
  let startedAt = 0;
  let lastWritten = 0;
  const seconds = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  const finishStep = (): void => {
    if (currentStep === '') return;
    if (stream.isTTY) stream.write(`\r\u001b[K✓ ${currentStep} (${seconds()})\n`);
    else stream.write(`${currentStep}: ${seconds()}\n`);
    currentStep = '';
  };
  const report: Progress = (step, done, total) => {
    if (step !== currentStep) {
      finishStep();
      currentStep = step;
      startedAt = performance.now();
      lastWritten = 0;
    }
    if (!stream.isTTY || performance.now() - lastWritten < REWRITE_EVERY_MS) return;
    lastWritten = performance.now();
    const share = done === undefined ? '' : total ? ` ${Math.floor((100 * done) / total)} %` : ` ${done}`;
    stream.write(`\r\u001b[K… ${step}${share} (${seconds()})`);
  };
  return { report, end: finishStep };
}
