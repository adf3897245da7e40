import type { Context, MiddlewareHandler } from 'hono';
import { fail } from '../response/fail.ts';
import type { ServiceEnv } from '../service-env.ts';
import { answerInTime } from '../storage/answer-in-time.ts';
import { addressBlock } from './address-block.ts';

const COUNTED = {
  key: (c: Context<ServiceEnv>) => [c.env.CALLS_PER_KEY, c.var.caller.key] as const,
  // Cloudflare sets this header; requests without it share a limit.
  address: (c: Context<ServiceEnv>) =>
    [c.env.CALLS_PER_ADDRESS, addressBlock(c.req.header('CF-Connecting-IP') ?? '')] as const,
};

/** Middleware: limits calls by key or address with Cloudflare's rate limiter, and answers 429 beyond the limit. */
export function limitRate(counted: keyof typeof COUNTED, timeout_ms: number): MiddlewareHandler<ServiceEnv> {
  return async function limitRate(c, next) {
    return (await isWithinRate(c, counted, timeout_ms)) ? next() : fail(c, { kind: 'rate-limited', counted });
  };
}

/**
 * Counts `calls` calls at once, as the limiter counts one at a time and does not tell how many are left.
 * @returns true where the limiter fails, too, because limits protect from overload, not data
 */
export async function isWithinRate(
  c: Context<ServiceEnv>,
  counted: keyof typeof COUNTED,
  timeout_ms: number,
  calls = 1,
): Promise<boolean> {
  const [limit, key] = COUNTED[counted](c);
  try {
    const outcomes = await answerInTime('rate limit', timeout_ms, () =>
      Promise.all(Array.from({ length: calls }, () => limit.limit({ key }))),
    );
    return outcomes.every(({ success }) => success);
  } catch (cause) {
    c.var.report.note('rate limit', cause);
    return true;
  }
}
