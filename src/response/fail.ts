/** Answers failures: expected ones by their status, thrown ones as storage (503), too many reads (422) or a defect (500). */
import type { Context } from 'hono';
import { type Failure, httpOf, reasonOf } from '../failures.ts';
import { DamagedTile } from '../format/envelope.ts';
import type { ServiceEnv } from '../service-env.ts';
import { TooMuchToRead } from '../storage/dataset-reader.ts';
import { StorageUnavailable } from '../storage/tile-source.ts';

export function fail(c: Context<ServiceEnv>, failure: Failure): Response {
  c.var.report.failure = reasonOf(failure);
  const { status, error, headers } = httpOf(failure);
  return c.json({ success: false, error }, status, headers);
}

export function failThrown(c: Context<ServiceEnv>, cause: Error): Response {
  if (cause instanceof StorageUnavailable || cause instanceof DamagedTile) {
    c.var.report.note('storage', cause);
    return fail(c, { kind: 'storage-unavailable' });
  }
  if (cause instanceof TooMuchToRead) {
    const message = `The zone or the travel time needs ${cause.message} of the data, over the limit of one call: ask for a smaller zone or a shorter time.`;
    return fail(c, { kind: 'cannot-serve', reason: 'over-limit', message });
  }
  c.var.report.noteDefect(cause);
  return fail(c, { kind: 'defect', requestId: c.var.report.requestId });
}
