/** Captures what the Worker logs while tests run. */
import { vi } from 'vitest';

const LEVELS = ['debug', 'info', 'log', 'warn', 'error'] as const;

/** @returns lines with their log level, as they come in */
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
