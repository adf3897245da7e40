/**
 * Preloaded into a process: appends to the file PROGRAMS, each time that a program begins in it, the process's number and from
 * how many bytes on glibc maps blocks of memory by themselves, or a dash.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const { PROGRAMS, MALLOC_MMAP_THRESHOLD_ = '-' } = process.env;
if (isMainThread) appendFileSync(PROGRAMS!, `${process.pid} ${MALLOC_MMAP_THRESHOLD_}\n`);
