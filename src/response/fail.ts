import type { Context } from 'hono';
import { type Failure, httpOf } from '../failures.ts';
import { DamagedTile } from '../format/envelope.ts';
import type { ServiceEnv } from '../service-env.ts';
import { StorageUnavailable } from '../storage/tile-source.ts';

/** Answers with a failure: its status, its headers and the body of the contract. */
export function fail(c: Context<ServiceEnv>, failure: Failure): Response {
  c.var.report.failure = failure.kind;
  const { status, error, headers } = httpOf(failure);
  return c.json({ success: false, error }, status, headers);
}

/** Answers where something was thrown: storage that fails, or a defect. */
export function failThrown(c: Context<ServiceEnv>, cause: Error): Response {
  if (cause instanceof StorageUnavailable || cause instanceof DamagedTile) {
    c.var.report.note('storage', cause);
    return fail(c, { kind: 'storage-unavailable' });
  }
  c.var.report.noteDefect(cause);
  return fail(c, { kind: 'defect', requestId: c.var.report.requestId });
}
