/** `npm run experiment -- …`: seeded experiments on simulated towns and attackers, whose truth is known. */

import { wholeNumber } from '../../tiles-builder/commands/number-option.ts';
import { commandLine, runUnguarded } from '../../tiles-builder/commands/run-command.ts';
import { openScreen } from '../../tiles-builder/commands/screen.ts';
import { UsageError } from '../../tiles-builder/commands/usage-error.ts';
import { FLOW_TOWNS, type FlowTownKind } from './flow-kinds.ts';
import { evaluateFlows } from './flows.ts';
import { evaluateMembership, STAYS } from './membership.ts';

const { endProgress } = openScreen();
const cli = commandLine('npm run experiment --');
cli.option('--json', 'Print one JSON object last');

type Typed = string | number;

function end(evaluation: object): void {
  if (cli.options.json) console.log(JSON.stringify(evaluation));
}

interface FlowsArguments {
  readonly panel: Typed;
  readonly seed: Typed;
  readonly towns: Typed;
  readonly draws: Typed;
}
cli
  .command(
    'flows [town]',
    'Hold working counts against the truth of towns of flows from residence to work; all, or one',
  )
  .option('--panel <share>', 'Share of all persons in the panel', { default: 0.05 })
  .option('--seed <number>', 'Of the first town of a kind; another seed is another town', { default: 1 })
  .option('--towns <number>', 'Towns of a kind', { default: 3 })
  .option('--draws <number>', 'Panels drawn from each town', { default: 3 })
  .action(async (name: string | undefined, options: FlowsArguments) => {
    const asked = {
      panel: panelShare(options.panel),
      seed: wholeNumber('--seed', options.seed),
      towns: wholeNumber('--towns', options.towns),
      draws: wholeNumber('--draws', options.draws),
    };
    const kinds = name === undefined ? FLOW_TOWNS : [kindOf(name)];
    for (const town of kinds) end(await evaluateFlows({ town, ...asked }));
  });

cli
  .command('membership', 'How often released counts alone tell whether a given person is in the panel')
  .option('--worlds <number>', 'Simulated places, each with one target', { default: 50 })
  .option('--versions <number>', 'Versions that follow one another, 2 at least', { default: 2 })
  .option('--seed <number>', 'Another seed is other places', { default: 1 })
  .action((options: { worlds: Typed; versions: Typed; seed: Typed }) => {
    const versions = wholeNumber('--versions', options.versions, 2);
    const worlds = wholeNumber('--worlds', options.worlds);
    const seed = wholeNumber('--seed', options.seed);
    for (const stay of STAYS) {
      console.log(
        `the target ${stay === 'always' ? 'is in all versions' : 'joins in the later half'}, or is in none:`,
      );
      report(evaluateMembership({ worlds, versions, stay, seed }));
    }
  });

function panelShare(value: Typed): number {
  const share = Number(value);
  if (share > 0 && share <= 1) return share;
  throw new UsageError('--panel takes a share above 0, at most 1');
}

function kindOf(name: string): FlowTownKind {
  const kind = FLOW_TOWNS.find((known) => known === name);
  if (!kind) throw new UsageError(`${name} is none of ${FLOW_TOWNS.join(', ')}`);
  return kind;
}

function report(evaluation: object): void {
  for (const [name, value] of Object.entries(evaluation)) {
    console.log(`  ${name.padEnd(32)}${Number.isInteger(value) ? value : value.toFixed(4)}`);
  }
  end(evaluation);
}

await runUnguarded(cli, endProgress);
