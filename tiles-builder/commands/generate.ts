/** `npm run generate`: TypeScript of the dataset format from its FlatBuffers schemas, by flatc. */
import { generateFormat } from '../tiles/generate-format.ts';
import { commandLine, runCommand } from './run-command.ts';

const cli = commandLine('npm run generate --');
cli
  .command('', 'Generate src/format/generated from the schemas, by the FlatBuffers compiler')
  .action(generateFormat);
await runCommand(cli);
