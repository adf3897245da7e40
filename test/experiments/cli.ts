/** `npm run experiment -- …`: seeded experiments on simulated towns and attackers, whose truth is known. */

import { rmSync } from 'node:fs';
import { wholeNumber } from '../../tiles-builder/commands/number-option.ts';
import { commandLine, runCommand } from '../../tiles-builder/commands/run-command.ts';
import { openScreen } from '../../tiles-builder/commands/screen.ts';
import { UsageError } from '../../tiles-builder/commands/usage-error.ts';
import { readConfig } from '../../tiles-builder/config/config.ts';
import { GOTHENBURG, simulateGothenburg } from '../../tiles-builder/demo/gothenburg.ts';
import { newTemporaryFolder } from '../../tiles-builder/files/temporary-folder.ts';
import { evaluateTown, tableOf } from './demo.ts';
import { FLOW_TOWNS } from './flow-kinds.ts';
import { evaluateFlows } from './flows.ts';
import { evaluateMembership, STAYS } from './membership.ts';
import { evaluateRegisters } from './registers.ts';
import { evaluateSimulatedTown } from './town.ts';
import { evaluatePairs } from './version-pairs.ts';
import { evaluateVersions } from './versions.ts';
import { evaluateWeeksAway } from './weeks-away.ts';

const { progress, endProgress } = openScreen();
const cli = commandLine('npm run experiment --');
cli.option('--json', 'Print one JSON object last');

cli
  .command('demo [folder] [truth]', "Hold a simulated town's counts against its truth; by default the demo's")
  .action(async (folder: string | undefined, truth: string | undefined, options: { json?: boolean }) => {
    await evaluateTown(folder ?? '.demo/dataset', truth ?? '.demo/sources/truth.json.gz', {
      json: options.json ?? false,
    });
  });

cli
  .command('town', 'Simulate a town, build it, and hold its counts against its truth')
  .option('--panel <share>', 'Share of all persons who carry a device', { default: GOTHENBURG.panel.share })
  .option('--seed <number>', 'Another seed is another town on the same streets', { default: GOTHENBURG.seed })
  .action(async (options: { panel: string | number; seed: string | number; json?: boolean }) => {
    const panel = panelShare(options.panel);
    const seed = wholeNumber('--seed', options.seed);
    await evaluateSimulatedTown({ panel, seed, json: options.json ?? false, progress });
  });

cli
  .command(
    'registers',
    'Count a simulated town from registers of its workplaces and schools: exact, by bands, and with outlines',
  )
  .option('--seed <number>', 'Another seed is another town on the same streets', { default: GOTHENBURG.seed })
  .action(async (options: { seed: string | number; json?: boolean }) => {
    const seed = wholeNumber('--seed', options.seed);
    const folder = newTemporaryFolder('town');
    try {
      const { town, options: own } = await simulateGothenburg(folder, progress, { seed });
      const evaluations = await evaluateRegisters(folder, town, own, progress);
      for (const { sitesAs, people, truth, working, by_workers, smallest_group_people } of evaluations) {
        console.log(
          `\nregisters, ${sitesAs}: ${people.toFixed(0)} people of ${truth}, no figure of fewer than ${smallest_group_people.toFixed(1)}\n` +
            `${tableOf(working)}\nzones by the workers in them:\n${tableOf(by_workers)}`,
        );
      }
      if (options.json) console.log(JSON.stringify(evaluations));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

cli
  .command(
    'flows [town]',
    'Hold working counts against the truth of towns of flows from residence to work; all, or one',
  )
  .option('--panel <share>', 'Share of all persons in the panel', { default: 0.05 })
  .option('--seed <number>', 'Of the first town of a kind; another seed is another town', { default: 1 })
  .option('--towns <number>', 'Towns of a kind', { default: 3 })
  .option('--draws <number>', 'Panels drawn from each town', { default: 3 })
  .option('--true-room', 'Count by who is where in truth, not by what is mapped: what errors of room cost')
  .action(
    async (
      name: string | undefined,
      options: {
        panel: string | number;
        seed: string | number;
        towns: string | number;
        draws: string | number;
        trueRoom?: boolean;
        json?: boolean;
      },
    ) => {
      const panel = panelShare(options.panel);
      const seed = wholeNumber('--seed', options.seed);
      const towns = wholeNumber('--towns', options.towns);
      const draws = wholeNumber('--draws', options.draws);
      const kinds = FLOW_TOWNS.filter((kind) => name === undefined || kind === name);
      if (kinds.length === 0) throw new UsageError(`${name} is none of ${FLOW_TOWNS.join(', ')}`);
      for (const town of kinds) {
        await evaluateFlows({
          ...{ town, panel, seed, towns, draws },
          isRoomTrue: options.trueRoom ?? false,
          json: options.json ?? false,
        });
      }
    },
  );

cli
  .command('versions', 'What two versions of working counts tell of the one person that they differ by')
  .option('--persons <number>', 'Persons who come to the panel or go, one at a time', { default: 100 })
  .action(async (options: { persons: string | number; json?: boolean }) => {
    const persons = wholeNumber('--persons', options.persons);
    await evaluateVersions(persons, { json: options.json ?? false });
  });

cli
  .command('pairs [town]', 'What any two versions of a chain give away of fewer persons than a group has')
  .option('--versions <number>', 'Versions that follow one another', { default: 12 })
  .option('--seed <number>', 'Another seed is another town of the same kind', { default: 1 })
  .action(
    async (
      town = 'villages',
      options: { versions: string | number; seed: string | number; json?: boolean },
    ) => {
      const versions = wholeNumber('--versions', options.versions);
      const name = FLOW_TOWNS.find((known) => known === town);
      if (!name) throw new UsageError(`${town} is none of ${FLOW_TOWNS.join(', ')}`);
      report(evaluatePairs({ town: name, versions, seed: wholeNumber('--seed', options.seed) }), options);
    },
  );

cli
  .command('membership', 'How often released counts alone tell whether a given person is in the panel')
  .option('--worlds <number>', 'Simulated places, each with one target', { default: 50 })
  .option('--versions <number>', 'Versions that follow one another, 2 at least', { default: 2 })
  .option('--seed <number>', 'Another seed is other places', { default: 1 })
  .action(
    async (options: {
      worlds: string | number;
      versions: string | number;
      seed: string | number;
      json?: boolean;
    }) => {
      const versions = wholeNumber('--versions', options.versions, 2);
      const worlds = wholeNumber('--worlds', options.worlds);
      const seed = wholeNumber('--seed', options.seed);
      for (const stay of STAYS) {
        console.log(
          `the target ${stay === 'always' ? 'is in all versions' : 'joins in the later half'}, or is in none:`,
        );
        report(evaluateMembership({ worlds, versions, stay, seed }), options);
      }
    },
  );

cli
  .command(
    'weeks-away <config>',
    'What becomes of made-up people at home but for a week, seen as a real panel is',
  )
  .option('--persons <number>', 'People that are made up', { default: 20_000 })
  .example('npm run experiment -- weeks-away region.json')
  .action(async (configFile: string, options: { persons: string | number; json?: boolean }) => {
    const { locations, timezone } = readConfig(configFile);
    if (!locations) throw new UsageError(`${configFile} names no locations`);
    report(
      await evaluateWeeksAway(locations, { persons: wholeNumber('--persons', options.persons), timezone }),
      options,
    );
  });

function panelShare(value: string | number): number {
  const share = Number(value);
  if (share > 0 && share <= 1) return share;
  throw new UsageError('--panel takes a share above 0, at most 1');
}

function report(evaluation: object, { json = false }: { readonly json?: boolean }): void {
  for (const [name, value] of Object.entries(evaluation)) {
    console.log(`  ${name.padEnd(32)}${Number.isInteger(value) ? value : value.toFixed(4)}`);
  }
  if (json) console.log(JSON.stringify(evaluation));
}

await runCommand(cli, endProgress);
