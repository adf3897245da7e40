/** Corrupts files as disks, downloads and attackers do. */
import type { Random } from '../../tiles-builder/base/numbers/random.ts';

export const DAMAGES = ['cut', 'flip', 'lie', 'blank', 'repeat', 'splice'] as const;
export type Damage = (typeof DAMAGES)[number];

const LIES = [0, 1, 0x7f, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];

export function damaged(bytes: Buffer, damage: Damage, random: Random): Buffer {
  const at = place(bytes, random);
  switch (damage) {
    case 'cut':
      return bytes.subarray(0, random.integer(0, bytes.length - 1));
    case 'flip': {
      const copy = Buffer.from(bytes);
      for (let flips = random.integer(1, 20); flips > 0; flips--) {
        copy[place(bytes, random)] ^= 1 << random.integer(0, 7);
      }
      return copy;
    }
    case 'lie': {
      const copy = Buffer.from(bytes);
      for (let lies = random.integer(1, 4); lies > 0; lies--) {
        const value = LIES[random.integer(0, LIES.length - 1)];
        const to = Math.min(place(bytes, random), bytes.length - 4);
        if (random.integer(0, 1) === 0) copy.writeUInt32LE(value, to);
        else copy.writeUInt32BE(value, to);
      }
      return copy;
    }
    case 'blank':
      return Buffer.from(bytes).fill(0, at, Math.min(bytes.length, at + random.integer(1, 4_096)));
    case 'repeat': {
      const piece = bytes.subarray(at, at + random.integer(1, 4_096));
      return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
    }
    case 'splice':
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.integer(1, 4_096))]);
  }
}

/** Half of them where metadata is. */
function place(bytes: Buffer, random: Random): number {
  const near = Math.min(bytes.length, 512);
  switch (random.integer(0, 3)) {
    case 0:
      return random.integer(0, near - 1);
    case 1:
      return random.integer(bytes.length - near, bytes.length - 1);
    default:
      return random.integer(0, bytes.length - 1);
  }
}
