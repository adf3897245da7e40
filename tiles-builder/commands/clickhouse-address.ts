/** Where ClickHouse is, and which user the builder is there. */

/**
 * The addresses of servers, each with the user and password of the environment (`CLICKHOUSE_USER`, `CLICKHOUSE_PASSWORD`) where
 * it names none itself: npm prints a command line, and the list of processes shows it.
 * @param option as given on the command line: addresses with commas between them, or the option several times
 */
export function clickhouseAddresses(
  option: string | readonly string[] | undefined,
  environment: NodeJS.ProcessEnv,
): readonly string[] | undefined {
  if (option === undefined) return undefined;
  // A password may have a comma.
  const urls = [option].flat().flatMap((urls) => String(urls).split(/,(?=https?:\/\/)/i));
  return urls.map((url) => withUser(url, environment));
}

function withUser(url: string, { CLICKHOUSE_USER, CLICKHOUSE_PASSWORD }: NodeJS.ProcessEnv): string {
  if (!URL.canParse(url)) return url;
  const address = new URL(url);
  if (address.username === '' && CLICKHOUSE_USER) address.username = encodeURIComponent(CLICKHOUSE_USER);
  if (address.password === '' && CLICKHOUSE_PASSWORD)
    address.password = encodeURIComponent(CLICKHOUSE_PASSWORD);
  return address.href;
}
