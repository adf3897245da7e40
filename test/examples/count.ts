/** Counts with the generated client. Run: npx node test/examples/count.ts */
import { livingcount, type Service, workingcount } from './client.ts';

const service: Service = {
  url: process.env.SERVICE_URL ?? 'http://localhost:8787',
  key: process.env.API_KEY ?? '',
  secret: process.env.API_SECRET ?? '',
};

const walk = await livingcount(service, {
  lon: 11.938,
  lat: 57.693,
  travel: 'pedestrian',
  time: 120,
  details: true,
});
if (walk.status !== 200) throw new Error(`${walk.status}: ${walk.body.error}`);
const { livingcount: living, isochrone, details } = walk.body;
console.log(`${living} people live within two minutes' walk (${details!.area_m2} m²)`);

const atWork = await workingcount(service, { zone: { type: 'Feature', geometry: polygonOf(isochrone!) } });
if (atWork.status !== 200) throw new Error(`${atWork.status}: ${atWork.body.error}`);
console.log(`${atWork.body.workingcount} people work there`);

function polygonOf({ geometry }: NonNullable<typeof isochrone>) {
  if (geometry.type !== 'Polygon') throw new Error('this isochrone has several parts: ask for each');
  return geometry;
}
