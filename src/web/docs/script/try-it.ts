/** Forms in the API reference that make a call with the visitor's key and show its answer. */
import { ENDPOINT_NAMES, type Endpoint, pathOf } from '../../../endpoints.ts';
import { CALL_EXAMPLES } from '../../../openapi/call-examples.ts';
import { snippet } from '../../call-snippets.ts';
import { authorizationOf, storedCredentials } from '../../credentials.ts';
import { create } from '../../panel/elements.ts';

const PARAMETERS = ['lon', 'lat', 'travel', 'time', 'zone'] as const;
const EXAMPLE: Readonly<Record<string, unknown>> = CALL_EXAMPLES.walk.parameters;
const SHOWN_HEADERS = [
  'Cache-Status',
  'Isochrone-Cut',
  'RateLimit-Policy',
  'Retry-After',
  'Server-Timing',
  'X-Request-Id',
];

export function addTryIt(place: HTMLElement | null): void {
  if (!place) return;
  const endpoint = create('select', '', ...ENDPOINT_NAMES.map((name) => create('option', '', name)));
  const fields = Object.fromEntries(PARAMETERS.map((name) => [name, textField(String(EXAMPLE[name] ?? ''))]));
  const details = create('input', '');
  details.type = 'checkbox';
  const stored = storedCredentials();
  const key = textField(stored?.key ?? '');
  const secret = textField(stored?.secret ?? '');
  secret.type = 'password';
  const send = create('button', '', 'Send');
  const answer = create('div', 'whole');
  answer.setAttribute('aria-live', 'polite');
  const form = create(
    'form',
    '',
    labelled('endpoint', endpoint),
    ...PARAMETERS.map((name) => labelled(name, fields[name])),
    labelled('details', details),
    labelled('key', key),
    labelled('secret', secret),
    send,
    answer,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const filled = PARAMETERS.map((name) => [name, fields[name].value.trim()]).filter(([, value]) => value);
    const parameters = { ...Object.fromEntries(filled), ...(details.checked && { details: 'true' }) };
    const credentials = { key: key.value.trim(), secret: secret.value.trim() };
    void call(endpoint.value as Endpoint, parameters, authorizationOf(credentials)).then((lines) => {
      answer.replaceChildren(...lines.map((text) => create('pre', '', create('code', '', text))));
    });
  });
  place.replaceChildren(
    create(
      'p',
      '',
      'Leave empty what the call shall not have. The key stays in this page, and is sent to this service alone.',
    ),
    form,
  );
}

async function call(
  endpoint: Endpoint,
  parameters: Record<string, string>,
  authorization: string,
): Promise<string[]> {
  const path = pathOf(endpoint);
  const asked = snippet('curl', `${location.origin}${path}`, endpoint, parameters);
  try {
    const response = await fetch(`${path}?${new URLSearchParams(parameters)}`, {
      headers: { Authorization: authorization },
      credentials: 'omit',
    });
    const headers = SHOWN_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [`${name}: ${value}`];
    });
    const body = JSON.stringify(await response.json(), shortCoordinates, 2);
    return [asked, [`HTTP ${response.status}`, ...headers].join('\n'), body];
  } catch {
    return [asked, 'The service cannot be reached.'];
  }
}

const shortCoordinates = (name: string, value: unknown): unknown =>
  name === 'coordinates' ? `… ${JSON.stringify(value).length} characters` : value;

function textField(value: string): HTMLInputElement {
  const field = create('input', '');
  field.value = value;
  field.autocomplete = 'off';
  field.spellcheck = false;
  return field;
}

const labelled = (name: string, field: HTMLElement): HTMLElement => create('label', '', name, field);
