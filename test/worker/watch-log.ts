/** Captures what the Worker logs. */
import { vi } from 'vitest';

const LEVELS = ['debug', 'info', 'log', 'warn', 'error'] as const;

/** As they come in. */
export function watchLog(): readonly LoggedLine[] {
  const lines: LoggedLine[] = [];
  for (const level of LEVELS) {
    vi.spyOn(console, level).mockImplementation(
      (...words) => void lines.push({ level, text: words.join(' ') }),
    );
  }
  return lines;
}

interface LoggedLine {
  readonly level: (typeof LEVELS)[number];
  readonly text: string;
}
