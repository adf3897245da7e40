import type { CallExample } from '../../../src/openapi/call-examples.ts';

export const queryTextOf = (parameters: Readonly<Record<string, string | number>>): string => {
  const pairs = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
  return `/api/v1/livingcount?${new URLSearchParams(pairs)}`;
};

export const parameterTexts = (parameters: CallExample['parameters']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
