import { whole } from '../../base/numbers/whole-number.ts';
import { describeQuality } from '../../daytime/panel-quality.ts';
import { describeReadings } from '../../daytime/read-locations.ts';
import { describeRegisters } from '../../daytime/registers/registers-report.ts';
import type { PrivacyReport } from '../../daytime/sum-panel.ts';
import { balancesOf } from '../../living/examine/examine-sources.ts';
import type { BuildSummary } from '../../pipeline/build-dataset.ts';
import { describeManifest } from './describe-manifest.ts';

/** Writes the lines that a build prints: balance, manifest, registers, warnings. */
export function describeBuild(summary: BuildSummary): string[] {
  const { manifest, folder, seconds, examination, warnings, working, registers } = summary;
  return [
    `Dataset ${manifest.version} built in ${seconds.toFixed(1)} s:`,
    ...balancesOf(examination).map(({ message }) => `  ✓ ${message}`),
    ...describeManifest(manifest),
    ...(working
      ? [
          ...(working.readings
            ? [
                `  locations  ${describeReadings(working.readings)}; ${whole(working.readings.usable / working.panel.persons_read)} rows a person`,
              ]
            : []),
          `  homes      ${describeQuality(working.quality, working.weights.persons_trimmed)}`,
          `  privacy    ${describeBottomCoding(working.privacy)}`,
        ]
      : []),
    ...(registers ? describeRegisters(registers) : []),
    ...warnings.map((warning) => `  warning: ${warning}`),
    `It is in ${folder}. Next: npm run tiles -- verify ${folder}, then npm run tiles -- publish ${folder} --local`,
  ];
}

/** Groups of the version before that have too few persons now. */
const describeBottomCoding = ({ groups, groups_bottom_coded, persons_bottom_coded }: PrivacyReport): string =>
  `${whole(groups_bottom_coded)} of ${whole(groups)} groups bottom-coded, with ${whole(persons_bottom_coded)} persons`;
