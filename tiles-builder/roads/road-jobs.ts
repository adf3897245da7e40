/** What threads do with roads: each job takes plain data and gives plain data. */
import { contractDistrict } from './hierarchy/contract-district.ts';
import { contractPage } from './hierarchy/contract-page.ts';
import { contractProvince } from './hierarchy/contract-province.ts';
import { cutProvince } from './tiles/cut-province.ts';

const JOBS = { contractDistrict, contractPage, contractProvince, cutProvince };

export type JobName = keyof typeof JOBS;
export type JobInput<Name extends JobName> = Parameters<(typeof JOBS)[Name]>[0];
export type JobOutput<Name extends JobName> = ReturnType<(typeof JOBS)[Name]>;

export interface RoadJob<Name extends JobName> {
  readonly name: Name;
  readonly input: JobInput<Name>;
}

export function runRoadJob<Name extends JobName>({ name, input }: RoadJob<Name>): JobOutput<Name> {
  const job = JOBS[name] as (input: JobInput<Name>) => JobOutput<Name>;
  return job(input);
}
