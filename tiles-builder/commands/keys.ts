/** `npm run keys`: the keys with which callers may ask. */
import {
  type Credentials,
  createKey,
  type KeySummary,
  listKeys,
  retireSecrets,
  revokeKey,
  rotateKey,
} from '../caller-keys.ts';
import { type KeyStore, openLocalKeys, openRemoteKeys } from '../key-stores.ts';
import { commandLine, runCommand } from './run-command.ts';
import { UsageError } from './usage-error.ts';

interface Options {
  readonly local?: boolean;
  readonly remote?: boolean;
  readonly json?: boolean;
  readonly retire?: boolean;
}

/** What a command prints: a JSON object with `--json`, else lines. */
interface Output {
  readonly json: unknown;
  readonly lines: readonly string[];
}

const cli = commandLine('npm run keys --');
cli.option('--local', "The keys of this machine's `wrangler dev` (default)");
cli.option('--remote', 'The keys of the deployed service');
cli.option('--json', 'Print one JSON object');

cli
  .command('create <name>', 'Make a key for NAME; its secret is shown this once')
  .action((name, options) =>
    run(options, async (store) => credentialsOutput(await createKey(store, String(name)))),
  );
cli.command('list', 'List all keys, revoked ones too').action((options) =>
  run(options, async (store) => {
    const keys = await listKeys(store);
    return { json: { keys }, lines: keys.length > 0 ? keys.map(lineOf) : ['There are no keys.'] };
  }),
);
cli
  .command('revoke <key>', 'End a key; it is dead within two minutes')
  .action((key, options) =>
    run(options, async (store) => summaryOutput(await revokeKey(store, String(key)))),
  );
cli
  .command('rotate <key>', 'Add a new secret to a key, shown this once; the one before stays valid')
  .option('--retire', 'Add nothing, but end all secrets except the newest')
  .action((key, options: Options) =>
    run(options, async (store) =>
      options.retire
        ? summaryOutput(await retireSecrets(store, String(key)))
        : credentialsOutput(await rotateKey(store, String(key))),
    ),
  );

async function run(options: Options, work: (store: KeyStore) => Promise<Output>): Promise<void> {
  if (options.local && options.remote) throw new UsageError('give either --local or --remote, not both');
  const store = options.remote ? openRemoteKeys() : await openLocalKeys();
  try {
    const { json, lines } = await work(store);
    console.log(options.json ? JSON.stringify(json) : lines.join('\n'));
  } finally {
    await store.close();
  }
}

const credentialsOutput = ({ key, secret }: Credentials): Output => ({
  json: { key, secret },
  lines: [`key     ${key}`, `secret  ${secret}`, 'The secret is not stored: keep it now.'],
});

const summaryOutput = (summary: KeySummary): Output => ({ json: summary, lines: [lineOf(summary)] });

function lineOf({ key, name, created_at, revoked_at, secrets_created_at }: KeySummary): string {
  const state = revoked_at ? `revoked ${revoked_at}` : `${secrets_created_at.length} valid secret(s)`;
  return `${key}  ${name}  created ${created_at}  ${state}`;
}

await runCommand(cli);
