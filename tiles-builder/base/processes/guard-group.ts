/** Program that ends the process group named on standard input once that closes, as when its writer is killed. */
import { text } from 'node:stream/consumers';
import { endGroup } from './end-group.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
const group = Number(await text(process.stdin));
if (group > 0) await endGroup(group);
