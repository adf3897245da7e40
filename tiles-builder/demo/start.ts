/** `npm start`: simulates a town, builds its dataset, publishes it locally, and serves it until Ctrl-C. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLocalKeys } from '../key-stores.ts';
import { publishLocal } from '../publish/publish-dataset.ts';
import { reportProgress } from '../report-progress.ts';
import { demoCredentials } from './demo-credentials.ts';
import { GOTHENBURG } from './gothenburg.ts';
import { isPortFree, type LocalService, startLocalService } from './local-service.ts';
import { prepareDataset } from './prepare-dataset.ts';
import { showCall } from './show-call.ts';

const projectFolder = join(import.meta.dirname, '../..');
const demoFolder = join(projectFolder, '.demo');
const DEFAULT_PORT = 8787;

const USAGE = `npm start -- [--port NUMBER]

Serves simulated people on the streets of Gothenburg at http://localhost:${DEFAULT_PORT}.
The first time it simulates them and builds their dataset in .demo; delete that folder to begin anew.`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) return console.log(USAGE);
  const port = Number(values.port ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new StartProblem('--port wants 1 to 65535');
  if (!(await isPortFree(port))) {
    throw new StartProblem(
      `Port ${port} is taken. End what listens there, or choose another: npm start -- --port ${port + 1}`,
    );
  }
  const { report, end } = reportProgress(process.stdout);
  const { folder, hasLocations } = await prepareDataset(demoFolder, report);
  report('Publish it to the local bucket');
  await publishLocal(folder, report);
  report('Look after the demo key');
  const keys = await openLocalKeys();
  const credentials = await demoCredentials(join(demoFolder, 'key.json'), keys).finally(() => keys.close());
  report('Start the service');
  const service = startLocalService(projectFolder, port);
  endWithThisProcess(service);
  try {
    await service.ready;
  } catch (cause) {
    if (service.isStopping()) return;
    throw cause;
  }
  end();
  if (!hasLocations) {
    console.log(
      '\nchDB is not installed here (it has no build for this platform), so the demo was built without device locations:' +
        '\nlivingcount answers, workingcount says 422.',
    );
  }
  const [lon, lat] = GOTHENBURG.centre;
  const question = `lon=${lon}&lat=${lat}&travel=pedestrian&time=600`;
  console.log(`\nSimulated people within ten minutes' walk of Brunnsparken, Gothenburg:`);
  for (const endpoint of hasLocations ? ['livingcount', 'workingcount'] : ['livingcount']) {
    console.log(`\n${await showCall(`${service.url}/api/v1/${endpoint}?${question}`, credentials)}`);
  }
  console.log(
    `\nThe map is at ${service.url}. It asks for a key: paste ${credentials.key}:${credentials.secret}` +
      '\nCtrl-C ends the service.',
  );
  const code = await service.ended;
  if (!service.isStopping()) throw new StartProblem(`wrangler dev ended by itself (code ${code})`);
}

/** Something that the user can put right. */
class StartProblem extends Error {}

function endWithThisProcess(service: LocalService): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void service.stop());
}

try {
  await main();
} catch (cause) {
  const expected =
    cause instanceof StartProblem || (cause as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(expected ? `\n${(cause as Error).message}` : cause);
  process.exitCode = 1;
}
