/** `npm run keys`: creates, lists, revokes and rotates callers' keys in a bucket. */
import { EXIT } from '../base/failures/problem.ts';
import type { Bucket } from '../publish/bucket.ts';
import { printable } from '../publish/keys/key-names.ts';
import { abandonPart, initialiseKeys } from '../publish/keys/key-parts.ts';
import type { KeyProblem } from '../publish/keys/key-problem.ts';
import { openLocalKeys } from '../publish/keys/key-stores.ts';
import {
  type Credentials,
  createKey,
  type KeySummary,
  listKeys,
  retireSecrets,
  revokeKey,
  rotateKey,
} from '../publish/keys/manage-keys.ts';
import { openNamedBucket } from '../publish/named-bucket.ts';
import { commandLine, runCommand } from './run-command.ts';
import { UsageError } from './usage-error.ts';

interface Options {
  readonly local?: boolean;
  readonly bucket?: string;
  readonly json?: boolean;
  readonly retire?: boolean;
  readonly abandon?: string;
}

interface Output {
  readonly json: unknown;
  readonly lines: readonly string[];
  readonly problems?: readonly KeyProblem[];
}

const cli = commandLine('npm run keys --');
cli.option('--local', "The keys of this machine's `wrangler dev` (default)");
cli.option(
  '--bucket <name>',
  'The keys in an R2 bucket, with R2_ENDPOINT, R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY; in a folder if it has a slash',
);
cli.option('--json', 'Print one JSON object');

cli
  .command('create <name>', 'Make a key for NAME; its secret is shown this once')
  .action((name, options) =>
    run(options, async (bucket) => credentialsOutput(await createKey(bucket, String(name)))),
  );
cli.command('list', 'List all keys, revoked ones too').action((options) =>
  run(options, async (bucket) => {
    const { keys, problems } = await listKeys(bucket);
    const lines = keys.length > 0 ? keys.map(lineOf) : ['There are no keys.'];
    return { json: { keys, problems: problems.map(({ message }) => message) }, lines, problems };
  }),
);
cli
  .command('revoke <key>', 'End a key; it is dead within two minutes')
  .action((key, options) =>
    run(options, async (bucket) => summaryOutput(await revokeKey(bucket, String(key)))),
  );
cli
  .command('rotate <key>', 'Add a new secret to a key, shown this once; the one before stays valid')
  .option('--retire', 'Add nothing, but end all secrets except the newest')
  .action((key, options: Options) =>
    run(options, async (bucket) =>
      options.retire
        ? summaryOutput(await retireSecrets(bucket, String(key)))
        : credentialsOutput(await rotateKey(bucket, String(key))),
    ),
  );
cli
  .command('init', 'Make the parts that a store of keys consists of, as the first `create` does')
  .option('--abandon <part>', 'Recreate a lost part, named by its two digits: its keys are gone')
  .action((options: Options) =>
    run(options, async (bucket) => {
      if (options.abandon === undefined) await initialiseKeys(bucket);
      else await abandonPart(bucket, options.abandon);
      return { json: {}, lines: ['Done.'] };
    }),
  );

async function run(options: Options, work: (bucket: Bucket) => Promise<Output>): Promise<void> {
  if (options.local && options.bucket !== undefined) {
    throw new UsageError('give either --local or --bucket NAME, not both');
  }
  const bucket = options.bucket === undefined ? await openLocalKeys() : openNamedBucket(options.bucket);
  try {
    const { json, lines, problems = [] } = await work(bucket);
    console.log(options.json ? printable(JSON.stringify(json)) : lines.join('\n'));
    for (const { message, advice } of problems) console.error(`Error: ${message}. ${advice ?? ''}`);
    if (problems.length > 0) process.exitCode = EXIT.input;
  } finally {
    await bucket.close();
  }
}

const credentialsOutput = ({ key, secret }: Credentials): Output => ({
  json: { key, secret },
  lines: [`key     ${key}`, `secret  ${secret}`, 'The secret is not stored: keep it now.'],
});

const summaryOutput = (summary: KeySummary): Output => ({ json: summary, lines: [lineOf(summary)] });

function lineOf({ key, name, created_at, revoked_at, secrets_created_at }: KeySummary): string {
  const state = revoked_at ? `revoked ${revoked_at}` : `${secrets_created_at.length} valid secret(s)`;
  return `${key}  ${printable(name)}  created ${created_at}  ${state}`;
}

await runCommand(cli);
