/** Preloaded into a process: appends its number to the file PROGRAMS each time that a program begins in it. */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) appendFileSync(process.env.PROGRAMS!, `${process.pid}\n`);
