/**
 * `npm run projections`: writes the CSV of coordinate reference systems in which `proj4` agrees with PROJ, with control points.
 */
import { writeReferenceSystems } from '../sources/formats/write-reference-systems.ts';
import { commandLine, runCommand } from './run-command.ts';

const cli = commandLine('npm run projections --');
cli
  .command('', 'Write tiles-builder/sources/formats/reference-systems.csv by python3-pyproj')
  .action(() => console.log(`${writeReferenceSystems()} codes are accepted.`));
await runCommand(cli);
