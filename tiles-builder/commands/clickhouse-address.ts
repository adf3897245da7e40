/**
 * Parses addresses of ClickHouse servers, by default with the environment's user (`CLICKHOUSE_USER`, `CLICKHOUSE_PASSWORD`), as
 * command lines are public.
 * @param option comma-separated or repeated
 */
export function clickhouseAddresses(
  option: string | readonly string[] | undefined,
  environment: NodeJS.ProcessEnv,
): readonly string[] | undefined {
  if (option === undefined) return undefined;
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
