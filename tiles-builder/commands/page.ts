/** `npm run page`: makes the map page and the documentation, unless they are there already. */
import { buildPage } from '../page/build-page.ts';
import { commandLine, runCommand } from './run-command.ts';

const cli = commandLine('npm run page --');
cli
  .command('', 'Make the map page and the documentation where their sources have changed')
  .action(async () => {
    if (await buildPage()) console.log('The map page is built.');
  });
await runCommand(cli);
