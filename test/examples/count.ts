/** Counts with fetch alone. Run: npx node test/examples/count.ts */
const { SERVICE_URL = 'http://localhost:8787', API_KEY, API_SECRET } = process.env;

interface Answer {
  readonly livingcount: number;
  readonly workingcount: number;
  readonly details: { readonly cut: boolean; readonly area_m2: number };
}

async function ask(endpoint: string, parameters: Record<string, string>): Promise<Answer> {
  const url = new URL(`/api/v1/${endpoint}?${new URLSearchParams(parameters)}`, SERVICE_URL);
  const answer = await fetch(url, {
    headers: { Authorization: `Basic ${btoa(`${API_KEY}:${API_SECRET}`)}` },
  });
  const body = (await answer.json()) as Answer & { error: string };
  if (!answer.ok) throw new Error(`${answer.status}: ${body.error}`);
  return body;
}

const walk = { lon: '11.938', lat: '57.693', travel: 'pedestrian', time: '120', details: 'true' };
const { livingcount, details } = await ask('livingcount', walk);
// Where the roads of the data end too soon, the count is a lower bound.
const atLeast = details.cut ? 'at least ' : '';
console.log(`${atLeast}${livingcount} people live within two minutes' walk (${details.area_m2} m²)`);

const { workingcount } = await ask('workingcount', walk);
console.log(`${atLeast}${workingcount} people work there`);
