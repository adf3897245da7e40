/** `npm run tiles`: examines sources; builds, verifies and publishes datasets. Slow modules load by command. */
import type { CAC } from 'cac';
import { commandLine, runCommand } from './run-command.ts';
import { openScreen, type Screen } from './screen.ts';

type AddCommand = (cli: CAC, screen: Screen) => void;

const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  doctor: async () => (await import('./tiles/doctor.ts')).addDoctor,
  build: async () => (await import('./tiles/build.ts')).addBuild,
  clean: async () => (await import('./tiles/clean.ts')).addClean,
  verify: async () => (await import('./tiles/verify.ts')).addVerify,
  publish: async () => (await import('./tiles/publish.ts')).addPublish,
  rollback: async () => (await import('./tiles/versions.ts')).addRollback,
  withdraw: async () => (await import('./tiles/versions.ts')).addWithdraw,
  prune: async () => (await import('./tiles/versions.ts')).addPrune,
  list: async () => (await import('./tiles/versions.ts')).addList,
  'recover-current': async () => (await import('./tiles/versions.ts')).addRecoverCurrent,
};

/** @param name of the only command to load; without a match, all */
export async function tilesCommands(screen: Screen, name?: string): Promise<CAC> {
  const cli = commandLine('npm run tiles --');
  cli.option('--json', 'Print one JSON object last');
  const named = Object.entries(COMMANDS).filter(([own]) => own === name);
  for (const [, load] of named.length > 0 ? named : Object.entries(COMMANDS)) (await load())(cli, screen);
  return cli;
}

if (import.meta.main) {
  const screen = openScreen();
  await runCommand(await tilesCommands(screen, process.argv[2]), screen.endProgress);
}
