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
    const [limit, key] = COUNTED[counted](c);
    let success = true;
    try {
      ({ success } = await answerInTime('rate limit', timeout_ms, () => limit.limit({ key })));
    } catch (cause) {
      // A call passes where the limiter fails, because limits protect from overload, not data.
      c.var.report.note('rate limit', cause);
    }
    return success ? next() : fail(c, { kind: 'rate-limited', counted });
  };
}
