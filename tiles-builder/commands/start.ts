/** `npm start`: serves the demo until Ctrl-C, and ends all that it started. */
import { join } from 'node:path';
import { runGroup } from '../base/processes/run-group.ts';

process.exitCode = await runGroup([join(import.meta.dirname, 'start/serve.ts'), ...process.argv.slice(2)]);
