/** `npm run tiles`: examines sources; builds, verifies, reports on and publishes datasets. Slow modules load by command. */
import type { CAC } from 'cac';
import packageJson from '../../package.json' with { type: 'json' };
import { commandLine, runCommand } from './run-command.ts';
import { openScreen, type Screen } from './screen.ts';
import { addBuild } from './tiles/build.ts';
import { addClean } from './tiles/clean.ts';
import { addDoctor } from './tiles/doctor.ts';
import { addList } from './tiles/list.ts';
import { addPrune } from './tiles/prune.ts';
import { addPublish } from './tiles/publish.ts';
import { addRecoverCurrent } from './tiles/recover-current.ts';
import { addReport } from './tiles/report.ts';
import { addRollback } from './tiles/rollback.ts';
import { addVerify } from './tiles/verify.ts';
import { addWithdraw } from './tiles/withdraw.ts';

const ADD = [
  addDoctor,
  addBuild,
  addClean,
  addVerify,
  addReport,
  addPublish,
  addRollback,
  addWithdraw,
  addPrune,
  addList,
  addRecoverCurrent,
];

export function tilesCommands(screen: Screen): CAC {
  const cli = commandLine('npm run tiles --');
  cli.option('--json', 'Print one JSON object last');
  cli.version(packageJson.version);
  for (const add of ADD) add(cli, screen);
  return cli;
}

if (import.meta.main) {
  const screen = openScreen();
  await runCommand(tilesCommands(screen), screen.endProgress);
}
