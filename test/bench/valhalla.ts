/** Valhalla, the peer of isochrones, installed on demand. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { WALKING_SPEED_KM_H } from '../../src/format/road-model.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import type { IsochroneQuery } from '../../src/isochrone/compute-isochrone.ts';

const PEER = '@valhallajs/valhallajs';
const PEER_VERSION = '3.6.1';
const peersFolder = join(import.meta.dirname, '../../.peers');

interface ValhallaModule {
  readonly Actor: new (config: object) => { isochrone(query: string): Promise<string> };
  getConfig(options: { tileDir: string; tileExtract: string }): Promise<{ mjolnir: Record<string, unknown> }>;
}

const COSTING: Record<Travel, string> = { pedestrian: 'pedestrian', motorized: 'auto' };

export class Valhalla {
  readonly #actor: InstanceType<ValhallaModule['Actor']>;

  constructor(actor: InstanceType<ValhallaModule['Actor']>) {
    this.#actor = actor;
  }

  /**
   * Defaults, at this service's walking speed.
   * @returns undefined if it cannot answer
   */
  async isochrone({ origin, travel, time_s }: IsochroneQuery): Promise<string | undefined> {
    const query = {
      locations: [{ lon: origin[0], lat: origin[1] }],
      costing: COSTING[travel],
      costing_options: { pedestrian: { walking_speed: WALKING_SPEED_KM_H } },
      contours: [{ time: time_s / 60 }],
      polygons: true,
    };
    try {
      return await this.#actor.isochrone(JSON.stringify(query));
    } catch {
      return undefined;
    }
  }
}

export async function openValhalla(extract: string, progress: (step: string) => void): Promise<Valhalla> {
  const manifest = join(peersFolder, 'node_modules', PEER, 'package.json');
  if (!existsSync(manifest) || JSON.parse(readFileSync(manifest, 'utf8')).version !== PEER_VERSION) {
    progress(`Install ${PEER} ${PEER_VERSION}`);
    mkdirSync(peersFolder, { recursive: true });
    const words = ['install', '--prefix', '.', '--no-audit', '--no-fund', `${PEER}@${PEER_VERSION}`];
    execFileSync('npm', words, { cwd: peersFolder, stdio: 'ignore' });
  }
  const peerRequire = createRequire(join(peersFolder, 'package.json'));
  const module = peerRequire(PEER) as ValhallaModule;
  const hash = createHash('sha256').update(readFileSync(extract)).digest('hex').slice(0, 16);
  const folder = join(peersFolder, 'valhalla', hash);
  const configOf = (tiles: string) =>
    module.getConfig({ tileDir: join(tiles, 'tiles'), tileExtract: join(tiles, 'tiles.tar') });
  if (!existsSync(folder)) {
    progress('Build the tiles of Valhalla');
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    const configFile = join(unfinished, 'config.json');
    writeFileSync(configFile, JSON.stringify(await configOf(unfinished)));
    const command = join(peersFolder, 'node_modules', PEER, 'bin/valhalla-cli.js');
    execFileSync(process.execPath, [command, 'build_tiles', '-c', configFile, extract], {
      cwd: unfinished,
      stdio: 'ignore',
    });
    renameSync(unfinished, folder);
  }
  return new Valhalla(new module.Actor(await configOf(folder)));
}

export function zoneOfPeer(json: string): Zone {
  const { features } = JSON.parse(json) as {
    features: { geometry: { type: string; coordinates: Position[][] | Position[][][] } }[];
  };
  return features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates as Position[][]];
    if (geometry.type === 'MultiPolygon') return geometry.coordinates as Position[][][];
    return [];
  });
}
