/** Checks that a configuration with registers names workplaces, and a census with shares of people at home in working hours. */

import { BadInput } from '../../base/failures/bad-input.ts';
import type { CensusConfig, Config, RegisterConfig, RegisterRole } from '../../sources/config/config.ts';

export type RegistersConfig = Config & {
  readonly workplaces: readonly RegisterConfig[];
  readonly census: readonly (CensusConfig & { readonly at_home: string | number })[];
};

export function requireCompleteRegisters(config: Config): config is RegistersConfig {
  const { file, workplaces, schools, census = [] } = config;
  if (!workplaces && !schools) return false;
  const missing = (what: string, why: string): BadInput =>
    new BadInput(file, what, 'is missing', `With registers, ${why}.`);
  if (!workplaces) throw missing('workplaces', 'it says who works where');
  if (census.length === 0) throw missing('census', 'it says who lives where, and so who is at home');
  const without = census.findIndex(({ at_home }) => at_home === undefined);
  if (without >= 0) {
    const where = census.length === 1 ? 'census.at_home' : `census.${without}.at_home`;
    throw missing(
      where,
      'the share of inhabitants usually at home in working hours is needed: a number, or a column',
    );
  }
  return true;
}

/** Lists workplaces, then schools. */
export function registersOf({ workplaces = [], schools = [] }: Config) {
  return Object.entries({ workplaces, schools }).flatMap(([role, registers]) =>
    registers.map((register) => ({ role: role as RegisterRole, register })),
  );
}
