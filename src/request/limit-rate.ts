import type { Context, MiddlewareHandler } from 'hono';
import { fail } from '../response/fail.ts';
import type { ServiceEnv } from '../service-env.ts';
import { answerInTime } from '../storage/answer-in-time.ts';
import { addressBlock } from './address-block.ts';

/** Who is counted, by which limit of wrangler.toml. */
const COUNTED = {
  key: (c: Context<ServiceEnv>) => [c.env.CALLS_PER_KEY, c.var.caller.key] as const,
  // Cloudflare sets the header and lets no caller do so; requests without one would share a limit.
  address: (c: Context<ServiceEnv>) =>
    [c.env.CALLS_PER_ADDRESS, addressBlock(c.req.header('CF-Connecting-IP') ?? '')] as const,
};

/**
 * Lets a caller pass as often as the rate limit of wrangler.toml allows for a key, or for an address.
 * @param timeout_ms how long the limit may take to answer
 */
export function limitRate(counted: keyof typeof COUNTED, timeout_ms: number): MiddlewareHandler<ServiceEnv> {
  return async function limitRate(c, next) {
    const [limit, key] = COUNTED[counted](c);
    let success = true;
    try {
      ({ success } = await answerInTime('rate limit', timeout_ms, () => limit.limit({ key })));
    } catch (cause) {
      // The limit protects the service from overload, not the data: without it, callers are still known.
      c.var.report.note('rate limit', cause);
    }
    return success ? next() : fail(c, { kind: 'rate-limited', counted });
  };
}
