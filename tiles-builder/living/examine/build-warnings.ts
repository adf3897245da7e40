/** Lists the warnings of a successful build: advice about its sources, and missing attributions. */
import { basename } from 'node:path';
import type { Config } from '../../sources/config/config.ts';
import { findingsOf, type SourceExamination } from './examine-sources.ts';

export function warningsOf(config: Config, examination: SourceExamination): string[] {
  const { roads, buildings, census = [], locations, workplaces = [], schools = [] } = config;
  const warnings = findingsOf(config, examination)
    .filter(({ level }) => level !== 'fine')
    .map(({ message }) => message);
  const sources = [roads, buildings, ...census, locations, ...workplaces, ...schools];
  const unnamed = sources.filter((source) => source && !source.attribution);
  if (unnamed.length > 0) {
    const files = [...new Set(unnamed.map((source) => basename(source!.file)))].join(', ');
    warnings.push(
      `nobody is named as the source of ${files}; "attribution" in the configuration puts it into every answer's details`,
    );
  }
  return warnings;
}
