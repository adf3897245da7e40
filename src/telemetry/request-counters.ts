import type { RequestReport } from './request-report.ts';

/**
 * Adds a request to Workers Analytics Engine, sampled by endpoint. Blobs: endpoint, status, use of the cache, failure, name of
 * the caller, option. Doubles: milliseconds, tiles, objects read, rounds of reads, bytes read.
 * @param counters optional
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
