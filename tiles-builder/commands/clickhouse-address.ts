/** Where ClickHouse is, and as whom the builder comes. */

/**
 * The address of a server with the user and password of the environment (`CLICKHOUSE_USER`, `CLICKHOUSE_PASSWORD`) where it
 * names none itself: what is on a command line is printed by npm and seen in the list of processes.
 * @param url as given on the command line
 */
export function clickhouseAddress(
  url: string | undefined,
  { CLICKHOUSE_USER, CLICKHOUSE_PASSWORD }: NodeJS.ProcessEnv,
): string | undefined {
  if (url === undefined || !URL.canParse(url)) return url;
  const address = new URL(url);
  if (address.username === '' && CLICKHOUSE_USER) address.username = encodeURIComponent(CLICKHOUSE_USER);
  if (address.password === '' && CLICKHOUSE_PASSWORD)
    address.password = encodeURIComponent(CLICKHOUSE_PASSWORD);
  return address.href;
}
