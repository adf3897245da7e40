/** Simulates a town, builds, publishes and serves its dataset. */
import { join } from 'node:path';
import { PlatformProblem } from '../../base/failures/problem.ts';
import { openLocalKeys } from '../../publish/keys/key-stores.ts';
import type { Credentials } from '../../publish/keys/manage-keys.ts';
import { publishLocal } from '../../publish/publish-dataset.ts';
import { demoCredentials } from '../../simulate/demo/demo-credentials.ts';
import { DEFAULT_PORT, requireFreePort } from '../../simulate/demo/free-port.ts';
import { GOTHENBURG, NOT_OF_OSM } from '../../simulate/demo/gothenburg.ts';
import { type LocalService, startLocalService } from '../../simulate/demo/local-service.ts';
import { lockDemo } from '../../simulate/demo/lock-demo.ts';
import { prepareDataset } from '../../simulate/demo/prepare-dataset.ts';
import { showCall, showEnvironment } from '../../simulate/demo/show-call.ts';
import { cleanUpOnSignal } from '../end-by-signal.ts';
import { commandLine, runCommand } from '../run-command.ts';
import { openScreen } from '../screen.ts';
import { buildInProcesses } from '../tiles/build-in-processes.ts';
import { UsageError } from '../usage-error.ts';

const projectFolder = join(import.meta.dirname, '../../..');
const demoFolder = join(projectFolder, '.demo');

interface Options {
  readonly port: string | number;
  readonly logs?: boolean;
}

const { progress, endProgress } = openScreen();
const cli = commandLine('npm start --');
cli
  .command(
    '',
    `Serve simulated people on the streets of Gothenburg and in made-up villages around it: ${NOT_OF_OSM}. ` +
      'They are simulated and their dataset is built in .demo the first time, ' +
      'and again where the code that does so has changed. One npm start at a time runs in this folder.',
  )
  .option('--port <number>', 'Where to listen on this machine', { default: DEFAULT_PORT })
  .option('--logs', 'Print every line that the Worker logs; without it, those of failures alone')
  .action(async (options: Options) => {
    const port = Number(options.port);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new UsageError(`--port takes a number from 1 to 65535, not ${options.port}`);
    }
    const lock = lockDemo(demoFolder, `http://localhost:${port}`);
    try {
      await serve(port, options.logs ?? false);
    } finally {
      lock.release();
    }
  });
await runCommand(cli, endProgress);

async function serve(port: number, logs: boolean): Promise<void> {
  await requireFreePort(port);
  const { folder, hasLocations } = await prepareDataset(demoFolder, progress, (config, out) =>
    buildInProcesses({ config, out, options: {} }, progress),
  );
  // Another server on this port would seem to be the service.
  await requireFreePort(port);
  progress('Publish it to the local bucket');
  const service = startLocalService(projectFolder, port, logs);
  cleanUpOnSignal(service.stop);
  try {
    const [credentials] = await Promise.all([publish(folder), service.ready]);
    endProgress();
    await introduce(service, hasLocations, credentials, logs);
    const code = await service.ended;
    if (!service.isStopping()) throw new PlatformProblem(`wrangler dev ended by itself (code ${code})`);
  } catch (cause) {
    if (!service.isStopping()) throw cause;
  } finally {
    await service.stop();
  }
}

/** Runs while the service starts. */
async function publish(folder: string): Promise<Credentials> {
  await publishLocal(folder, progress);
  progress('Check the demo key');
  const store = await openLocalKeys();
  const credentials = await demoCredentials(join(demoFolder, 'key.json'), store).finally(() => store.close());
  progress('Start the service');
  return credentials;
}

async function introduce(
  service: LocalService,
  hasLocations: boolean,
  credentials: Credentials,
  logs: boolean,
): Promise<void> {
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
    `\nThe key, for the examples of the documentation:\n${showEnvironment(service.url, credentials)}`,
  );
  console.log(
    `\nThe map, with the key for one tab of a browser:\n${service.url}/#/api/v1/livingcount?${question}&key=${credentials.key}:${credentials.secret}\n` +
      `\nCtrl-C ends the service.${logs ? '' : ' Of what the Worker logs it prints failures alone; with npm start -- --logs every line.'}`,
  );
}
