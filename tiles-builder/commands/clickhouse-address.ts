import { randomBytes } from 'node:crypto';
import { UsageError } from './usage-error.ts';

/**
 * Completes the address of a ClickHouse server by the new name of a database as its path, and by user and password from the
 * environment (`CLICKHOUSE_USER`, `CLICKHOUSE_PASSWORD`), as command lines are public.
 * @throws UsageError for several addresses
 */
export function clickhouseAddress(
  option: string | readonly string[] | undefined,
  { CLICKHOUSE_USER, CLICKHOUSE_PASSWORD }: NodeJS.ProcessEnv,
): string | undefined {
  if (typeof option === 'object') throw new UsageError('--clickhouse names one server');
  if (option === undefined || !URL.canParse(option)) return option;
  const address = new URL(option);
  address.pathname = `/locations_${randomBytes(8).toString('hex')}`;
  if (address.username === '' && CLICKHOUSE_USER) address.username = encodeURIComponent(CLICKHOUSE_USER);
  if (address.password === '' && CLICKHOUSE_PASSWORD)
    address.password = encodeURIComponent(CLICKHOUSE_PASSWORD);
  return address.href;
}
