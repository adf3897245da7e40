/** `npm run page`: builds the map page and documentation if their sources have changed. */
import { buildPage, removeUnfinishedPage } from '../page/build-page.ts';
import { cleaningUp } from './end-by-signal.ts';
import { commandLine, runCommand } from './run-command.ts';

const cli = commandLine('npm run page --');
cli
  .command('', 'Make the map page and the documentation where their sources have changed')
  .action(async () => {
    if (await cleaningUp(removeUnfinishedPage, () => buildPage())) console.log('The map page is built.');
  });
await runCommand(cli);
