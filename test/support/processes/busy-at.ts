/**
 * Preloaded: computes for ever, without a turn of the event loop, once the process makes a folder whose path contains BUSY_ON.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { mkdirSync } = fs;
fs.mkdirSync = ((...words: Parameters<typeof mkdirSync>) => {
  const made = mkdirSync(...words);
  while (String(words[0]).includes(process.env.BUSY_ON!)) Math.random();
  return made;
}) as typeof mkdirSync;
syncBuiltinESMExports();
