import type { CAC } from 'cac';
import { EXIT } from '../../base/failures/problem.ts';
import type { Examination, Finding } from '../../pipeline/examine-config.ts';
import { readConfig } from '../../sources/config/config.ts';
import { clickhouseAddress } from '../clickhouse-address.ts';
import { cleaningUp } from '../end-by-signal.ts';
import type { Screen } from '../screen.ts';

interface Options {
  readonly clickhouse?: string | readonly string[];
  readonly json?: boolean;
}

/** `tiles -- doctor`: examines sources before a build. */
export function addDoctor(cli: CAC, { progress, print }: Screen): void {
  cli
    .command('doctor <config>', 'Examine the sources that a configuration names, before a long build')
    .option('--clickhouse <url>', 'ClickHouse server that the build will use')
    .action(async (configFile: string, options: Options) => {
      const { examineConfig } = await import('../../pipeline/examine-config.ts');
      const clickhouse = clickhouseAddress(options.clickhouse, process.env);
      const dropDatabases = async (): Promise<void> => {
        if (clickhouse !== undefined)
          await (await import('../../daytime/server-engine.ts')).dropLeftDatabase(clickhouse);
      };
      const examination = await cleaningUp(dropDatabases, () =>
        examineConfig(readConfig(configFile), progress, clickhouse),
      );
      print(options, examination, [...describeExamination(examination), nextStep(examination)]);
      if (examination.findings.some(({ level }) => level === 'fault')) process.exitCode = EXIT.input;
    });
}

const MARKS: Record<Finding['level'], string> = { fine: '✓', advice: '!', fault: '✗' };

export const describeExamination = ({ file, findings }: Examination): string[] => [
  `Sources of ${file}:`,
  ...findings.map(({ about, level, message }) => `  ${MARKS[level]} ${about.padEnd(11)}${message}`),
];

function nextStep({ file, findings }: Examination): string {
  const faults = findings.filter(({ level }) => level === 'fault').length;
  if (faults === 0) return `A build can begin: npm run tiles -- build ${file} --out FOLDER`;
  return `A build would fail: ${faults === 1 ? 'put the ✗ right' : `put the ${faults} ✗ right`} first.`;
}
