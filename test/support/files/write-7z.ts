/** Writes a 7z archive of one stored file. Source: 7-Zip, DOC/7zFormat.txt */
import { crc32 } from 'node:zlib';

const COPY = [0x01, 0x00];

export function write7z(name: string, content: string): Buffer {
  const bytes = Buffer.from(content);
  const size = uint64(bytes.length);
  const header = Buffer.concat([
    Buffer.from([0x01, 0x04]),
    // Packed streams.
    Buffer.from([0x06, 0x00, 0x01, 0x09, 0xff, ...size, 0x00]),
    // One folder of one coder.
    Buffer.from([0x07, 0x0b, 0x01, 0x00, 0x01, ...COPY, 0x0c, 0xff, ...size, 0x00]),
    // Its checksum.
    Buffer.from([0x08, 0x0a, 0x01, ...uint32(crc32(bytes)), 0x00, 0x00]),
    // Files: their names in UTF-16.
    Buffer.from([0x05, 0x01, 0x11, 2 * name.length + 3, 0x00]),
    Buffer.from(`${name}\0`, 'utf16le'),
    Buffer.from([0x00, 0x00]),
  ]);
  const start = Buffer.concat([size, uint64(header.length), uint32(crc32(header))]);
  const signature = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0x00, 0x04]);
  return Buffer.concat([signature, uint32(crc32(start)), start, bytes, header]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
