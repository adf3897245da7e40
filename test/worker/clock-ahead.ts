import { vi } from 'vitest';

const now = Date.now.bind(Date);

/** Puts the clock of `Date` as far ahead of the machine's as the result says, until mocks are restored. */
export function putClockAhead(ahead_ms = 0): { ahead_ms: number } {
  const clock = { ahead_ms };
  vi.spyOn(Date, 'now').mockImplementation(() => now() + clock.ahead_ms);
  return clock;
}
