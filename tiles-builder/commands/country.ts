/** `npm run country`: takes the name of a country, and builds its dataset and publishes it to the local bucket. */

import { addBuildCountry } from './country/build.ts';
import { addCheckCountry } from './country/check.ts';
import { addListCountries } from './country/list.ts';
import { commandLine, runCommand } from './run-command.ts';
import { openScreen } from './screen.ts';

const screen = openScreen();
const cli = commandLine('npm run country --');
cli.option('--json', 'Print one JSON object last');
addListCountries(cli, screen);
addCheckCountry(cli, screen);
addBuildCountry(cli, screen);
await runCommand(cli, screen.endProgress);
