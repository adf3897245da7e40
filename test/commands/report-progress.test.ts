import { expect, test, vi } from 'vitest';
import { reportProgress } from '../../tiles-builder/commands/report-progress.ts';

function setUp(isTTY: boolean): {
  texts: string[];
  at: (ms: number) => void;
  progress: ReturnType<typeof reportProgress>;
} {
  const texts: string[] = [];
  let time_ms = 5_000;
  const write = (text: string): void => void texts.push(text.replace('\r\u001b[K', ''));
  const progress = reportProgress({ isTTY, write }, () => time_ms);
  return { texts, at: (ms) => (time_ms = 5_000 + ms), progress };
}

test('a terminal shows fraction, elapsed time, rate and remaining time', () => {
  const { texts, at, progress } = setUp(true);
  progress.report('Upload', 0, 1_000);
  at(2_000);
  progress.report('Upload', 250, 1_000);
  at(2_050);
  progress.report('Upload', 260, 1_000);
  at(4_000);
  progress.report('Read', 12_345);
  at(94_000);
  progress.report('Read', 900_000);
  progress.end();
  expect(texts).toEqual([
    '… Upload 0 % (0.0 s)',
    '… Upload 25 % (2.0 s, 125/s, 6.0 s left)',
    '✓ Upload (4.0 s)\n',
    '… Read 12.3K (0.0 s)',
    '… Read 900K (1 min 30 s, 9.86K/s)',
    '✓ Read (1 min 30 s)\n',
  ]);
});

test('elsewhere there is one plain line a step', () => {
  const { texts, at, progress } = setUp(false);
  progress.report('Check');
  at(7_260_000);
  progress.report('Cut', 1, 2);
  progress.end();
  progress.end();
  expect(texts).toEqual(['Check: 2 h 1 min\n', 'Cut: 0.0 s\n']);
});

test('without reports, a terminal shows elapsed and remaining time', () => {
  vi.useFakeTimers();
  try {
    const { texts, at, progress } = setUp(true);
    progress.report('Count', 500, 1_000);
    progress.report('Count', 900, 1_000);
    for (const ms of [1_000, 60_000]) {
      at(ms);
      vi.advanceTimersByTime(1_000);
    }
    progress.end();
    at(70_000);
    vi.advanceTimersByTime(5_000);
    expect(texts).toEqual([
      '… Count 50 % (0.0 s)',
      '… Count 90 % (1.0 s, 400/s, 0.3 s left)',
      '… Count 90 % (1 min 0 s, 6.67/s, 15.0 s left)',
      '✓ Count (1 min 0 s)\n',
    ]);
  } finally {
    vi.useRealTimers();
  }
});
