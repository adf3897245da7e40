import { vi } from 'vitest';

const now = Date.now.bind(Date);

/** Sets `Date` ahead until mocks are restored. */
export function putClockAhead(ahead_ms = 0): { ahead_ms: number } {
  const clock = { ahead_ms };
  vi.spyOn(Date, 'now').mockImplementation(() => now() + clock.ahead_ms);
  return clock;
}
