import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const RUN_COMMAND = join(import.meta.dirname, '../../tiles-builder/commands/run-command.ts');

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends a benchmark or an experiment while it computes',
  async (signal) => {
    const code = `
    import { commandLine, runUnguarded } from ${JSON.stringify(RUN_COMMAND)};
    const cli = commandLine('busy');
    cli.command('compute').action(() => { console.log('computing'); for (;;); });
    await runUnguarded(cli, () => {});`;
    const command = spawn(process.execPath, ['--input-type=module', '--eval', code, 'busy', 'compute']);
    const ended = once(command, 'exit');
    const timeout = setTimeout(() => command.kill('SIGKILL'), 10_000);
    command.stdout.once('data', () => command.kill(signal));
    expect(await ended).toEqual([null, signal]);
    clearTimeout(timeout);
  },
);
