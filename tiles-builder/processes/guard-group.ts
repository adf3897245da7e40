/**
 * A program: ends the process group whose number it reads from standard input, once that is closed. The system closes it
 * when the process at the other end has ended, even where it was killed.
 */
import { text } from 'node:stream/consumers';
import { endGroup } from './end-group.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
const group = Number(await text(process.stdin));
if (group > 0) await endGroup(group);
