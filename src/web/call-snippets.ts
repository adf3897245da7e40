/** Call as code to copy (curl, JavaScript, Python), with placeholders for credentials. */
import type { Endpoint } from '../endpoints.ts';

export const LANGUAGES = { curl: 'curl', fetch: 'JavaScript', python: 'Python' } as const;
export type Language = keyof typeof LANGUAGES;

type Parameters = Readonly<Record<string, string>>;

export function snippet(language: Language, url: string, endpoint: Endpoint, parameters: Parameters): string {
  switch (language) {
    case 'curl':
      return curl(url, parameters);
    case 'fetch':
      return javascript(url, endpoint, parameters);
    case 'python':
      return python(url, endpoint, parameters);
  }
}

function curl(url: string, parameters: Parameters): string {
  const values = Object.entries(parameters).map(([name, value]) => `  --data-urlencode '${name}=${value}'`);
  return [`curl -G -u "$API_KEY:$API_SECRET" '${url}'`, ...values].join(' \\\n');
}

function javascript(url: string, endpoint: Endpoint, parameters: Parameters): string {
  return `const url = new URL('${url}');
url.search = new URLSearchParams(${literal(parameters, "'")});
const headers = { Authorization: 'Basic ' + btoa(\`\${API_KEY}:\${API_SECRET}\`) };
const answer = await (await fetch(url, { headers })).json();
if (!answer.success) throw new Error(answer.error);
console.log(answer.${endpoint}, answer.details.interval);`;
}

function python(url: string, endpoint: Endpoint, parameters: Parameters): string {
  return `import requests

parameters = ${literal(parameters, "'", "'")}
answer = requests.get("${url}", params=parameters, auth=(API_KEY, API_SECRET)).json()
if not answer["success"]:
    raise RuntimeError(answer["error"])
print(answer["${endpoint}"], answer["details"]["interval"])`;
}

/** Values need no escapes. */
function literal(parameters: Parameters, quote: string, nameQuote = ''): string {
  const lines = Object.entries(parameters).map(
    ([name, value]) => `  ${nameQuote}${name}${nameQuote}: ${quote}${value}${quote},\n`,
  );
  return `{\n${lines.join('')}}`;
}
