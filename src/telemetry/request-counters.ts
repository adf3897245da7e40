import type { RequestReport } from './request-report.ts';

/**
 * Adds a request to Workers Analytics Engine: blobs endpoint, status, cache use, failure, caller, option; doubles milliseconds,
 * tiles, objects, rounds, bytes.
 */
export function addToCounters(
  counters: AnalyticsEngineDataset | undefined,
  report: RequestReport,
  status: number,
): void {
  const { endpoint, cache, failure, callerName, option, work } = report;
  try {
    counters?.writeDataPoint({
      indexes: [endpoint ?? 'other'],
      blobs: [endpoint, String(status), cache, failure, callerName, option],
      doubles: [report.total_ms, work?.tiles ?? 0, work?.objects ?? 0, work?.rounds ?? 0, work?.bytes ?? 0],
    });
  } catch (cause) {
    report.note('counters', cause);
  }
}
