/**
 * Program that reads a process group from standard input, and ends that group once the input closes, as when its writer is
 * killed.
 */
import { text } from 'node:stream/consumers';
import { endGroup } from './end-group.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
const group = Number(await text(process.stdin));
if (group > 0) await endGroup(group);
