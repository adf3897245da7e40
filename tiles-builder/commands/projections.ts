/** `npm run projections`: writes the CSV of coordinate reference systems, with control points by PROJ. */
import { writeReferenceSystems } from '../read/formats/write-reference-systems.ts';
import { commandLine, runCommand } from './run-command.ts';

const cli = commandLine('npm run projections --');
cli
  .command('', 'Write tiles-builder/read/formats/reference-systems.csv by python3-pyproj')
  .action(() => console.log(`${writeReferenceSystems()} codes are accepted.`));
await runCommand(cli);
