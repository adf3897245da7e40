/** Callers in turn, so that none meets the rate limit. */
import { basicOf, type HttpService } from '../support/servers/http-service.ts';

const CALLERS = 120;

/** @returns the next caller's Authorization header */
export async function takeTurns(service: HttpService): Promise<() => string> {
  const callers: string[] = [];
  for (let i = 0; i < CALLERS; i++) callers.push(basicOf(await service.createCaller(`bench ${i}`)));
  let turn = 0;
  return () => callers[turn++ % CALLERS];
}
