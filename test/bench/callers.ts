/** Enough callers that none of them meets the rate limit. */
import { basicOf, type HttpService } from '../support/servers/http-service.ts';

const CALLERS = 120;

/** @returns the Authorization header of each caller in turn */
export async function takeTurns(service: HttpService): Promise<() => string> {
  const callers: string[] = [];
  for (let i = 0; i < CALLERS; i++) callers.push(basicOf(await service.createCaller(`bench ${i}`)));
  let turn = 0;
  return () => callers[turn++ % CALLERS];
}
