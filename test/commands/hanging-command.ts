/** Fails, and leaves something that never ends. */
import { createServer } from 'node:net';
import { PlatformProblem } from '../../tiles-builder/base/failures/problem.ts';
import { commandLine, runCommand } from '../../tiles-builder/commands/run-command.ts';

const cli = commandLine('hang');
cli.command('fail', 'Fails').action(async () => {
  createServer().listen(0, '127.0.0.1');
  throw new PlatformProblem('Something hangs');
});
await runCommand(cli);
