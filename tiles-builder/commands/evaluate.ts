/** `npm run evaluate -- …`: holds counts against what is known to be true. */

import { rmSync } from 'node:fs';
import { readConfig } from '../config/config.ts';
import { GOTHENBURG, settleGothenburg } from '../demo/gothenburg.ts';
import { evaluateTown, tableOf } from '../evaluate/demo.ts';
import { evaluateFlows } from '../evaluate/flows.ts';
import { evaluateLiving } from '../evaluate/living.ts';
import { evaluateMembership, STAYS } from '../evaluate/membership.ts';
import { evaluatePlaces } from '../evaluate/places.ts';
import { evaluateRegisters } from '../evaluate/registers.ts';
import { evaluateShifts } from '../evaluate/shifted-units.ts';
import { evaluateSimulatedTown } from '../evaluate/town.ts';
import { evaluatePairs } from '../evaluate/version-pairs.ts';
import { evaluateVersions } from '../evaluate/versions.ts';
import { evaluateWeeksAway } from '../evaluate/weeks-away.ts';
import { newTemporaryFolder } from '../files/temporary-folder.ts';
import { FLOW_TOWNS } from '../simulate/flow-town.ts';
import { commandLine, runCommand } from './run-command.ts';
import { openScreen } from './screen.ts';
import { UsageError } from './usage-error.ts';

const { progress, endProgress } = openScreen();
const cli = commandLine('npm run evaluate --');
cli.option('--json', 'Print one JSON object last');

cli
  .command('demo [folder] [truth]', "Hold a simulated town's counts against its truth; by default the demo's")
  .action(async (folder: string | undefined, truth: string | undefined, options: { json?: boolean }) => {
    await evaluateTown(folder ?? '.demo/dataset', truth ?? '.demo/sources/truth.json.gz', {
      json: options.json ?? false,
    });
  });

cli
  .command(
    'living <config>',
    'Count living people from the census of a configuration, and hold the counts against a finer census',
  )
  .option('--truth <csv>', 'The finer census: grid squares that tile those of the configuration')
  .option('--map <svg>', 'Draw a map of the errors, and print the worst ten squares')
  .example('npm run evaluate -- living coarse.json --truth squares-200m.csv')
  .action(async (configFile: string, options: { truth?: string; map?: string; json?: boolean }) => {
    if (!options.truth) throw new UsageError('living needs --truth FINER.csv');
    await evaluateLiving(readConfig(configFile), options.truth, {
      map: options.map,
      json: options.json ?? false,
      progress,
    });
  });

cli
  .command(
    'shifts <config>',
    'Make the census of a configuration coarser on shifted grids, and hold counts from that against it',
  )
  .option('--units-m <sizes>', 'Sides of the coarser units', { default: '2000' })
  .option('--shifts <number>', 'Shifts of the grid', { default: 10 })
  .option('--mapped <share>', 'Keep the buildings of this share of square blocks alone', { default: 1 })
  .option('--block-m <number>', 'Side of the blocks', { default: 500 })
  .option('--seed <number>', 'Another seed keeps other blocks', { default: 1 })
  .example('npm run evaluate -- shifts squares-200m.json --units-m 600,800,1000')
  .example('npm run evaluate -- shifts squares-1km.json --units-m 3000 --mapped 0.4 --block-m 1000')
  .action(
    async (
      configFile: string,
      options: {
        unitsM: string | number;
        shifts: string | number;
        mapped: string | number;
        blockM: string | number;
        seed: string | number;
        json?: boolean;
      },
    ) => {
      const mapped = Number(options.mapped);
      if (!(mapped >= 0 && mapped <= 1)) throw new UsageError('--mapped takes a share from 0 to 1');
      const block_m = readNumber('--block-m', options.blockM);
      const seed = readNumber('--seed', options.seed);
      await evaluateShifts(readConfig(configFile), {
        sizes_m: `${options.unitsM}`.split(',').map((size) => readNumber('--units-m', size)),
        shifts: readNumber('--shifts', options.shifts),
        ...(mapped < 1 && { patches: { mapped, block_m, seed } }),
        json: options.json ?? false,
        progress,
      });
    },
  );

cli
  .command(
    'places <stops>',
    'Hold homes and workplaces against what persons said themselves (Parquet or CSV of labelled stops)',
  )
  .action(async (stops: string, options: { json?: boolean }) => {
    await evaluatePlaces(stops, { json: options.json ?? false });
  });

cli
  .command('town', 'Simulate a town, build it, and hold its counts against its truth')
  .option('--panel <share>', 'Share of all persons who carry a device', { default: GOTHENBURG.panel.share })
  .option('--seed <number>', 'Another seed is another town on the same streets', { default: GOTHENBURG.seed })
  .action(async (options: { panel: string | number; seed: string | number; json?: boolean }) => {
    const [panel, seed] = [Number(options.panel), Number(options.seed)];
    if (!(panel > 0 && panel <= 1)) throw new UsageError('--panel takes a share above 0, at most 1');
    if (!Number.isInteger(seed)) throw new UsageError('--seed takes an integer');
    await evaluateSimulatedTown({ panel, seed, json: options.json ?? false, progress });
  });

cli
  .command(
    'registers',
    'Count a simulated town from registers of its workplaces and schools: exact, by bands, and with outlines',
  )
  .option('--seed <number>', 'Another seed is another town on the same streets', { default: GOTHENBURG.seed })
  .action(async (options: { seed: string | number; json?: boolean }) => {
    const seed = Number(options.seed);
    if (!Number.isInteger(seed)) throw new UsageError('--seed takes an integer');
    const folder = newTemporaryFolder('town');
    try {
      const { town, options: own } = await settleGothenburg(folder, progress, { seed });
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
  .action(
    async (
      name: string | undefined,
      options: {
        panel: string | number;
        seed: string | number;
        towns: string | number;
        draws: string | number;
        json?: boolean;
      },
    ) => {
      const [panel, seed] = [Number(options.panel), Number(options.seed)];
      if (!(panel > 0 && panel <= 1)) throw new UsageError('--panel takes a share above 0, at most 1');
      if (!Number.isInteger(seed)) throw new UsageError('--seed takes an integer');
      const towns = readNumber('--towns', options.towns);
      const draws = readNumber('--draws', options.draws);
      const kinds = FLOW_TOWNS.filter((kind) => name === undefined || kind === name);
      if (kinds.length === 0) throw new UsageError(`${name} is none of ${FLOW_TOWNS.join(', ')}`);
      for (const town of kinds) {
        await evaluateFlows({ town, panel, seed, towns, draws, json: options.json ?? false });
      }
    },
  );

cli
  .command('versions', 'What two versions of working counts tell of the one person that they differ by')
  .option('--persons <number>', 'Persons who come to the panel or go, one at a time', { default: 100 })
  .action(async (options: { persons: string | number; json?: boolean }) => {
    const persons = readNumber('--persons', options.persons);
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
      const versions = readNumber('--versions', options.versions);
      const name = FLOW_TOWNS.find((known) => known === town);
      if (!name) throw new UsageError(`${town} is none of ${FLOW_TOWNS.join(', ')}`);
      report(evaluatePairs({ town: name, versions, seed: readNumber('--seed', options.seed) }), options);
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
      const versions = readNumber('--versions', options.versions);
      if (versions < 2) throw new UsageError('--versions takes a number above 1');
      const worlds = readNumber('--worlds', options.worlds);
      const seed = readNumber('--seed', options.seed);
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
  .example('npm run evaluate -- weeks-away region.json')
  .action(async (configFile: string, options: { persons: string | number; json?: boolean }) => {
    const { locations, timezone } = readConfig(configFile);
    if (!locations) throw new UsageError(`${configFile} names no locations`);
    report(
      await evaluateWeeksAway(locations, { persons: readNumber('--persons', options.persons), timezone }),
      options,
    );
  });

function readNumber(option: string, text: string | number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new UsageError(`${option} takes a number above 0`);
}

function report(evaluation: object, { json = false }: { readonly json?: boolean }): void {
  for (const [name, value] of Object.entries(evaluation)) {
    console.log(`  ${name.padEnd(32)}${Number.isInteger(value) ? value : value.toFixed(4)}`);
  }
  if (json) console.log(JSON.stringify(evaluation));
}

await runCommand(cli, endProgress);
