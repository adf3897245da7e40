/** Calls the service, and shows the curl command and its answer without coordinates. */
import type { Credentials } from '../../publish/keys/manage-keys.ts';
import { DEFAULT_PORT } from './free-port.ts';

export async function showCall(url: string, { key, secret }: Credentials): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  const response = await fetch(url, { headers: { authorization } });
  const body: unknown = await response.json();
  return [`curl -u ${key}:${secret} '${url}'`, `HTTP ${response.status}`, shortened(body)].join('\n');
}

export function showEnvironment(url: string, { key, secret }: Credentials): string {
  const isDefault = Number(new URL(url).port) === DEFAULT_PORT;
  return `export API_KEY=${key} API_SECRET=${secret}${isDefault ? '' : ` SERVICE_URL=${url}`}`;
}

export function shortened(body: unknown): string {
  return JSON.stringify(body, (name, value: unknown) =>
    name === 'coordinates' && Array.isArray(value) ? [`… ${countPositions(value)} positions`] : value,
  );
}

function countPositions(coordinates: readonly unknown[]): number {
  if (typeof coordinates[0] === 'number') return 1;
  return coordinates.reduce<number>((sum, part) => sum + countPositions(part as unknown[]), 0);
}
