/**
 * Preloaded into a process: appends to the file PROGRAMS, for each program started in it, the PID and glibc's threshold for
 * mapping blocks of memory, or a dash.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const { PROGRAMS, MALLOC_MMAP_THRESHOLD_ = '-' } = process.env;
if (isMainThread) appendFileSync(PROGRAMS!, `${process.pid} ${MALLOC_MMAP_THRESHOLD_}\n`);
