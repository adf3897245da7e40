import { expect, test } from 'vitest';
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
