/** Shows progress on one line of a terminal, which is rewritten, or on plain lines elsewhere. */
import { duration } from '../base/numbers/duration.ts';
import type { Progress } from '../base/records.ts';

const REWRITE_EVERY_MS = 100;
const REWRITE_AT_LEAST_EVERY_MS = 1_000;
const PACE_AFTER_MS = 1_000;

export interface ProgressReport {
  readonly report: Progress;
  readonly end: () => void;
}

export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export function reportProgress(
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): ProgressReport {
  let currentStep = '';
  let startedAt = 0;
  let startedWith = 0;
  let lastWritten = 0;
  let lastDone: number | undefined;
  let lastTotal: number | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const finishStep = (): void => {
    clearInterval(timer);
    if (currentStep === '') return;
    const spent_ms = now() - startedAt;
    if (stream.isTTY) stream.write(`\r\u001b[K✓ ${currentStep} (${duration(spent_ms)})\n`);
    else stream.write(`${currentStep}: ${duration(spent_ms)}\n`);
    currentStep = '';
  };
  const report: Progress = (step, done, total) => {
    if (step !== currentStep) {
      finishStep();
      currentStep = step;
      startedAt = now();
      startedWith = done ?? 0;
      lastWritten = Number.NEGATIVE_INFINITY;
      if (stream.isTTY) timer = setInterval(rewrite, REWRITE_AT_LEAST_EVERY_MS).unref();
    }
    lastDone = done;
    lastTotal = total;
    if (stream.isTTY && now() - lastWritten >= REWRITE_EVERY_MS) rewrite();
  };
  const rewrite = (): void => {
    const [done, total] = [lastDone, lastTotal];
    lastWritten = now();
    const spent_ms = now() - startedAt;
    const share =
      done === undefined ? '' : total ? ` ${Math.floor((100 * done) / total)} %` : ` ${compact(done)}`;
    const facts = [duration(spent_ms), ...paceOf(startedWith, done, total, spent_ms)];
    stream.write(`\r\u001b[K… ${currentStep}${share} (${facts.join(', ')})`);
  };
  return { report, end: finishStep };
}

/** Rate and time left; what was done before, as of a download that goes on, is in neither. */
function paceOf(before: number, done = 0, total: number | undefined, spent_ms: number): string[] {
  if (done <= before || spent_ms < PACE_AFTER_MS) return [];
  const rate_per_ms = (done - before) / spent_ms;
  const rate = `${compact(1_000 * rate_per_ms)}/s`;
  return total ? [rate, `${duration(Math.max(0, total - done) / rate_per_ms)} left`] : [rate];
}

const compact = (value: number): string =>
  new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
