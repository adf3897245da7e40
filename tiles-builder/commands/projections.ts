/** `npm run projections`: the control points of coordinate reference systems, by PROJ. */
import { writeControlPoints } from '../read/formats/write-control-points.ts';
import { commandLine, runCommand } from './run-command.ts';

const cli = commandLine('npm run projections --');
cli
  .command('', 'Write tiles-builder/read/formats/control-points.csv by python3-pyproj')
  .action(() => console.log(`${writeControlPoints()} codes are accepted.`));
await runCommand(cli);
