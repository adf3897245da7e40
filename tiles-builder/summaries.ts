/** What the commands tell a person when they are done. */
import { MILLIPERSONS } from '../src/format/count-tile.ts';
import type { Manifest } from '../src/format/manifest.ts';
import { LAYERS, TRAVELS } from '../src/format/tile-sets.ts';
import type { BuildSummary } from './build-dataset.ts';
import type { ContractSummary } from './contract-roads.ts';
import type { Examination, Finding } from './doctor/examine-config.ts';
import type { PruneSummary } from './publish/prune-versions.ts';
import type { PublishSummary } from './publish/publish-dataset.ts';
import type { RollbackSummary } from './publish/rollback-region.ts';
import type { ReportSummary } from './report/write-report.ts';
import type { Verification } from './verify/verify-dataset.ts';
import { whole } from './whole-number.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
const people = (millipersons: number): string => whole(millipersons / MILLIPERSONS);

function describeManifest(manifest: Manifest): string[] {
  const roads = TRAVELS.map((travel) => {
    const layer = manifest.roads[travel];
    return (
      `  ${travel.padEnd(11)}${whole(layer.nodes)} nodes, ${whole(layer.edges)} edges, ` +
      `${layer.tiles} tiles, ${megabytes(layer.bytes)}`
    );
  });
  const counts = LAYERS.map((name) => {
    const layer = manifest[name];
    if (!layer) return `  ${name.padEnd(11)}no such data: its endpoint answers 422`;
    return (
      `  ${name.padEnd(11)}${people(layer.total_millipersons)} people in ${whole(layer.cells)} cells, ` +
      `${layer.tiles} tiles, ${megabytes(layer.bytes)}`
    );
  });
  return [...roads, ...counts, ...describePanel(manifest)];
}

function describePanel({ panel }: Manifest): string[] {
  if (!panel) return [];
  const { persons_used, persons_dropped, weights } = panel;
  const dropped = Object.entries(persons_dropped)
    .filter(([, persons]) => persons > 0)
    .map(([reason, persons]) => `${persons} ${reason.replaceAll('_', ' ')}`);
  return [
    `  panel      ${persons_used} persons used, seen on ${panel.days} days from ${panel.first_day} to ${panel.last_day}` +
      `; dropped: ${dropped.join(', ') || 'none'}`,
    `             each stands for ${weights.min.toFixed(1)} to ${weights.max.toFixed(1)} people ` +
      `(mean ${weights.mean.toFixed(1)}, ${weights.persons_trimmed} cut, design effect ${weights.design_effect.toFixed(2)}); ` +
      `no figure rests on fewer than ${panel.smallest_group_persons} persons`,
  ];
}

export function describeBuild({ manifest, folder, seconds, warnings }: BuildSummary): string[] {
  return [
    `Dataset ${manifest.version} built in ${seconds.toFixed(1)} s:`,
    ...describeManifest(manifest),
    ...warnings.map((warning) => `  warning: ${warning}`),
    `It is in ${folder}. Next: npm run tiles -- verify ${folder}, then npm run tiles -- publish ${folder} --local`,
  ];
}

export function describeContraction({
  folder,
  version,
  share,
  tiles,
  bytes,
  seconds,
}: ContractSummary): string[] {
  return [
    `Share ${share.index} of ${share.of} of ${version}: ${whole(tiles)} tiles (${megabytes(bytes)}) contracted in ${seconds.toFixed(1)} s.`,
    `With all shares in it: npm run tiles -- build CONFIG --out FOLDER --contracted ${folder}`,
  ];
}

const MARKS: Record<Finding['level'], string> = { fine: '✓', advice: '!', fault: '✗' };

export function describeExamination({ file, findings }: Examination): string[] {
  const faults = findings.filter(({ level }) => level === 'fault').length;
  return [
    `Sources of ${file}:`,
    ...findings.map(({ about, level, message }) => `  ${MARKS[level]} ${about.padEnd(10)}${message}`),
    faults === 0
      ? `A build can begin: npm run tiles -- build ${file} --out FOLDER`
      : `A build would fail: ${faults === 1 ? 'put the ✗ right' : `put the ${faults} ✗ right`} first.`,
  ];
}

export function describeVerification({ manifest, faults, checks }: Verification): string[] {
  return [
    `Dataset ${manifest.version}, built ${manifest.built_at}:`,
    ...describeManifest(manifest),
    ...checks.map((check) => `  ok: ${check}`),
    ...faults.map((fault) => `  FAULT: ${fault}`),
    faults.length === 0 ? 'Every tile reads back as the Worker will read it.' : `${faults.length} faults.`,
  ];
}

/** @param bucket name of the bucket, `undefined` for the local one */
export function describePublish(summary: PublishSummary, bucket: string | undefined): string[] {
  const { region, version, replaced } = summary;
  const where = bucket === undefined ? '--local' : `--bucket ${bucket}`;
  return [
    `${version} is live: ${summary.uploaded} objects (${megabytes(summary.bytes)}) uploaded, ` +
      `${summary.alreadyThere} were there already. Live regions: ${summary.liveRegions.join(', ')}.`,
    ...(replaced === null
      ? []
      : [`To go back: npm run tiles -- rollback ${region} --to ${replaced} ${where}`]),
  ];
}

export function describePrune({ pruned, kept, objects, dryRun }: PruneSummary): string[] {
  const keptLine = `Kept: ${kept.join(', ')}.`;
  if (pruned.length === 0) return ['Nothing to remove.', keptLine];
  return [`${dryRun ? 'To be removed' : 'Removed'}: ${pruned.join(', ')} (${objects} objects).`, keptLine];
}

export function describeReport({ file, people, examination }: ReportSummary): string[] {
  const totals = LAYERS.flatMap((layer) =>
    people[layer] === null ? [] : [`${layer} ${whole(people[layer])}`],
  );
  const listed = (examination?.census ?? []).map(
    ({ listed_people, counted_people, elsewhere_people, contradicted_people }) =>
      `  census: ${whole(listed_people)} listed, ${whole(counted_people)} counted, ${whole(elsewhere_people)} elsewhere, ` +
      `${whole(contradicted_people)} in units that the map contradicts`,
  );
  return [`People in the tiles: ${totals.join(', ') || 'none'}`, ...listed, `Open ${file} in a browser.`];
}

export function describeRollback({ version, replaced, liveRegions }: RollbackSummary): string[] {
  const instead = replaced === null ? '' : ` instead of ${replaced}`;
  return [`${version} is live${instead}. Live regions: ${liveRegions.join(', ')}.`];
}
