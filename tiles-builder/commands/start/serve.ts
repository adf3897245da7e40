/** Serves the regions of the local bucket, or builds, publishes and serves the demo's dataset. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINT_NAMES } from '../../../src/endpoints.ts';
import { PlatformProblem } from '../../base/failures/problem.ts';
import { readStateOf } from '../../publish/bucket-state.ts';
import { openLocalKeys } from '../../publish/keys/key-stores.ts';
import type { Credentials } from '../../publish/keys/manage-keys.ts';
import { openLocalBucket } from '../../publish/local-bucket.ts';
import { LOCAL_STATE } from '../../publish/local-runtime.ts';
import { publishLocal } from '../../publish/publish-dataset.ts';
import { demoCredentials } from '../../simulate/demo/demo-credentials.ts';
import { DEFAULT_PORT, requireFreePort } from '../../simulate/demo/free-port.ts';
import { DEMO_REGION, GOTHENBURG, NOT_OF_OSM } from '../../simulate/demo/gothenburg.ts';
import { startLocalService } from '../../simulate/demo/local-service.ts';
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
  readonly demo?: boolean;
}

const { progress, endProgress } = openScreen();
const cli = commandLine('npm start --');
cli
  .command(
    '',
    'Serve the regions that were published to the local bucket. Where there are none, serve simulated people on the streets of ' +
      `Gothenburg and in made-up villages around it: ${NOT_OF_OSM}. ` +
      'Their dataset is built in .demo the first time, ' +
      'and again where the code that does so has changed. One npm start at a time runs in this folder.',
  )
  .option('--port <number>', 'Where to listen on this machine', { default: DEFAULT_PORT })
  .option('--demo', 'Serve the simulated people, too, where there are other regions')
  .option('--logs', 'Print every line that the Worker logs; without it, those of failures alone')
  .action(async (options: Options) => {
    const port = Number(options.port);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new UsageError(`--port takes a number from 1 to 65535, not ${options.port}`);
    }
    const lock = lockDemo(demoFolder, `http://localhost:${port}`);
    try {
      await serve(port, options);
    } finally {
      lock.release();
    }
  });
await runCommand(cli, endProgress);

async function serve(port: number, { logs = false, demo = false }: Options): Promise<void> {
  await requireFreePort(port);
  const own = demo ? [] : await ownVersions();
  const built =
    own.length > 0
      ? null
      : await prepareDataset(demoFolder, progress, (config, out) =>
          buildInProcesses({ config, out, options: {} }, progress),
        );
  // Another server on this port would seem to be the service.
  await requireFreePort(port);
  const service = startLocalService(projectFolder, port, logs);
  cleanUpOnSignal(service.stop);
  try {
    const [credentials] = await Promise.all([publish(built), service.ready]);
    endProgress();
    if (built) await introduceDemo(service.url, credentials);
    else introduce(service.url, own, credentials);
    console.log(
      `\nCtrl-C ends the service.${logs ? '' : ' Of what the Worker logs it prints failures alone; with npm start -- --logs every line.'}`,
    );
    const code = await service.ended;
    if (!service.isStopping()) throw new PlatformProblem(`wrangler dev ended by itself (code ${code})`);
  } catch (cause) {
    if (!service.isStopping()) throw cause;
  } finally {
    await service.stop();
  }
}

/** Live versions in the local bucket of regions other than the demo's. */
async function ownVersions(): Promise<string[]> {
  if (!existsSync(LOCAL_STATE)) return [];
  const bucket = await openLocalBucket();
  try {
    const { regions } = await readStateOf(bucket);
    return regions.filter(({ region }) => region !== DEMO_REGION).map(({ version }) => version);
  } finally {
    await bucket.close();
  }
}

/**
 * Runs while the service starts.
 * @param folder `null` if nothing is published
 */
async function publish(folder: string | null): Promise<Credentials> {
  if (folder !== null) {
    progress('Publish it to the local bucket');
    await publishLocal(folder, progress);
  }
  progress('Check the demo key');
  const store = await openLocalKeys();
  const credentials = await demoCredentials(join(demoFolder, 'key.json'), store).finally(() => store.close());
  progress('Start the service');
  return credentials;
}

function introduce(url: string, versions: readonly string[], credentials: Credentials): void {
  const { key, secret } = credentials;
  console.log(
    `\nServed from the local bucket: ${versions.join(', ')}.` +
      `\n\nThe key, for the examples of the documentation:\n${showEnvironment(url, credentials)}` +
      `\n\nThe map, with the key for one tab of a browser:\n${url}/#?key=${key}:${secret}` +
      '\n\nnpm start -- --demo serves simulated people, too.',
  );
}

async function introduceDemo(url: string, credentials: Credentials): Promise<void> {
  const [lon, lat] = GOTHENBURG.centre;
  const question = `lon=${lon}&lat=${lat}&travel=pedestrian&time=600`;
  console.log(`\nSimulated people within ten minutes' walk of Brunnsparken, Gothenburg:`);
  for (const endpoint of ENDPOINT_NAMES) {
    console.log(`\n${await showCall(`${url}/api/v1/${endpoint}?${question}`, credentials)}`);
  }
  console.log(`\nThe key, for the examples of the documentation:\n${showEnvironment(url, credentials)}`);
  console.log(
    `\nThe map, with the key for one tab of a browser:\n${url}/#/api/v1/livingcount?${question}&key=${credentials.key}:${credentials.secret}`,
  );
}
