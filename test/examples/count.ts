/** Counts with the generated client. Run: npx node test/examples/count.ts */
import { livingcount, type Service, workingcount } from './client.ts';

const service: Service = {
  url: process.env.SERVICE_URL ?? 'http://localhost:8787',
  key: process.env.API_KEY ?? '',
  secret: process.env.API_SECRET ?? '',
};

const walk = { lon: 11.938, lat: 57.693, travel: 'pedestrian', time: 120, details: true } as const;
const living = await livingcount(service, walk);
if (living.status !== 200) throw new Error(`${living.status}: ${living.body.error}`);
const { livingcount: people, details } = living.body;
// Where the roads of the data end too soon, the count is a lower bound.
const atLeast = details!.cut ? 'at least ' : '';
console.log(`${atLeast}${people} people live within two minutes' walk (${details!.area_m2} m²)`);

const working = await workingcount(service, walk);
if (working.status !== 200) throw new Error(`${working.status}: ${working.body.error}`);
console.log(`${working.body.workingcount} people work there`);
