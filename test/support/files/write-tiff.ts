/** Writes GeoTIFF files, independently of the reader: little-endian, uncompressed. */

const ASCII = 2;
const SHORT = 3;
const LONG = 4;
const DOUBLE = 12;
const BYTES: Readonly<Record<number, number>> = { [ASCII]: 1, [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 };
const HEADER_BYTES = 8;

export interface DrawnTiff {
  readonly width: number;
  readonly height: number;
  /** Row by row, from the upper left. */
  readonly values: readonly number[];
  /** By default 64-bit floating point. */
  readonly sample?: keyof typeof BITS;
  /** A tile's side is a multiple of 16. */
  readonly blocks?: { readonly rows: number } | { readonly tile: number };
  readonly bands?: number;
  readonly nodata?: string;
  readonly metadata?: string;
  readonly place?: { readonly tie: readonly number[]; readonly scale: readonly number[] } | undefined;
  /** In place of `place`. */
  readonly matrix?: readonly number[];
  /** Whether places are those of cell centres. */
  readonly isPoint?: boolean;
  readonly geographic?: number | undefined;
  readonly projected?: number;
}

export function tiffOf(drawn: DrawnTiff): Buffer {
  const parts = blocksOf(drawn);
  let end = HEADER_BYTES;
  /** @returns where the part begins */
  const placed = (part: Buffer): number => {
    end += part.length;
    return end - part.length;
  };
  const offsets = parts.map(placed);
  const tags = tagsOf(drawn, offsets, [...parts]).sort(([a], [b]) => a - b);
  const entries = tags.map(([tag, type, values]) => {
    const bytes = Buffer.concat(values.map((value) => encoded(type, value)));
    const isInside = bytes.length <= 4;
    if (!isInside) parts.push(bytes);
    const last = isInside ? Buffer.concat([bytes, Buffer.alloc(4)], 4) : encoded(LONG, placed(bytes));
    return Buffer.concat([encoded(SHORT, tag), encoded(SHORT, type), encoded(LONG, values.length), last]);
  });
  const header = [Buffer.from('II'), encoded(SHORT, 42), encoded(LONG, end)];
  return Buffer.concat([...header, ...parts, encoded(SHORT, tags.length), ...entries, encoded(LONG, 0)]);
}

function encoded(type: number, value: number): Buffer {
  const bytes = Buffer.alloc(BYTES[type]);
  if (type === DOUBLE) bytes.writeDoubleLE(value);
  else bytes.writeUIntLE(value, 0, bytes.length);
  return bytes;
}

type Tag = readonly [tag: number, type: number, values: readonly number[]];

function tagsOf(drawn: DrawnTiff, offsets: readonly number[], blocks: readonly Buffer[]): Tag[] {
  const { width, height, sample = 'float64', bands = 1, place, matrix, nodata, metadata } = drawn;
  const lengths = blocks.map(({ length }) => length);
  const shape = blockShape(drawn);
  const ascii = (text: string): number[] => [...Buffer.from(`${text}\0`, 'latin1')];
  return [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, Array(bands).fill(BITS[sample])],
    [259, SHORT, [1]],
    [262, SHORT, [1]],
    [277, SHORT, [bands]],
    [339, SHORT, Array(bands).fill(sample.startsWith('uint') ? 1 : 3)],
    ...('tile' in shape
      ? ([
          [322, LONG, [shape.tile]],
          [323, LONG, [shape.tile]],
          [324, LONG, offsets],
          [325, LONG, lengths],
        ] as Tag[])
      : ([
          [273, LONG, offsets],
          [278, LONG, [shape.rows]],
          [279, LONG, lengths],
        ] as Tag[])),
    ...(place
      ? ([
          [33550, DOUBLE, place.scale],
          [33922, DOUBLE, place.tie],
        ] as Tag[])
      : []),
    ...(matrix ? ([[34264, DOUBLE, matrix]] as Tag[]) : []),
    [34735, SHORT, geoKeys(drawn)],
    ...(metadata === undefined ? [] : ([[42112, ASCII, ascii(metadata)]] as Tag[])),
    ...(nodata === undefined ? [] : ([[42113, ASCII, ascii(nodata)]] as Tag[])),
  ];
}

const BITS = { float32: 32, float64: 64, uint8: 8, uint16: 16, uint32: 32 } as const;

/** Header, then four numbers a key. */
function geoKeys({ isPoint = false, geographic, projected }: DrawnTiff): number[] {
  const keys = [
    [1025, 0, 1, isPoint ? 2 : 1],
    ...(geographic === undefined ? [] : [[2048, 0, 1, geographic]]),
    ...(projected === undefined ? [] : [[3072, 0, 1, projected]]),
  ];
  return [1, 1, 0, keys.length, ...keys.flat()];
}

const blockShape = ({ blocks, height }: DrawnTiff) => blocks ?? { rows: height };

function blocksOf(drawn: DrawnTiff): Buffer[] {
  const { width, height } = drawn;
  const shape = blockShape(drawn);
  const [across, down] = 'tile' in shape ? [shape.tile, shape.tile] : [width, shape.rows];
  const blocks: Buffer[] = [];
  for (let top = 0; top < height; top += down) {
    for (let left = 0; left < width; left += across) {
      const bottom = 'tile' in shape ? top + down : Math.min(height, top + down);
      blocks.push(blockOf(drawn, left, left + across, top, bottom));
    }
  }
  return blocks;
}

const SETTERS = {
  uint8: 'setUint8',
  uint16: 'setUint16',
  uint32: 'setUint32',
  float32: 'setFloat32',
  float64: 'setFloat64',
} as const;

function blockOf(drawn: DrawnTiff, left: number, right: number, top: number, bottom: number): Buffer {
  const { width, height, values, sample = 'float64', bands = 1 } = drawn;
  const bytes = BITS[sample] / 8;
  const block = new DataView(new ArrayBuffer((right - left) * (bottom - top) * bands * bytes));
  let at = 0;
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const value = row < height && column < width ? values[row * width + column] : 0;
      for (let band = 0; band < bands; band++, at += bytes) block[SETTERS[sample]](at, value, true);
    }
  }
  return Buffer.from(block.buffer);
}
