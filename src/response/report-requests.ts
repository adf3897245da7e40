import type { MiddlewareHandler } from 'hono';
import { ENDPOINT_NAMES, pathOf } from '../endpoints.ts';
import type { ServiceEnv } from '../service-env.ts';
import { RequestReport } from '../telemetry/request-report.ts';

/** Middleware: assigns a request id, reports phases (Server-Timing), and logs. */
export function reportRequests(): MiddlewareHandler<ServiceEnv> {
  return async function reportRequests(c, next) {
    const report = new RequestReport();
    c.set('report', report);
    report.endpoint = ENDPOINT_NAMES.find((endpoint) => pathOf(endpoint) === c.req.path) ?? null;
    await report.phase('total', next);
    c.res.headers.set('X-Request-Id', report.requestId);
    c.res.headers.set('Server-Timing', report.serverTiming());
    const line = { ...report.line(c.res.status), method: c.req.raw.method };
    // biome-ignore lint/suspicious/noConsole: the one line that a request writes, whose level is that of the function
    console[report.severity(c.res.status)](JSON.stringify(line));
  };
}
