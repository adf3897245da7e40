/** Writes zip archives. Source: PKWARE, APPNOTE.TXT, 4.3.7, 4.3.12 and 4.3.16 */
import { crc32, deflateRawSync } from 'node:zlib';

/**
 * @param members content by path
 * @param stated deflates members, and states this as the size of each
 */
export function writeZip(members: Readonly<Record<string, string | Uint8Array>>, stated?: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(members)) {
    const [name, plain] = [Buffer.from(path), Buffer.from(content as Uint8Array)];
    const bytes = stated === undefined ? plain : deflateRawSync(plain);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(stated === undefined ? 0 : 8, 8);
    local.writeUInt32LE(crc32(plain), 14);
    local.writeUInt32LE(bytes.length, 18);
    local.writeUInt32LE(stated ?? plain.length, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(stated === undefined ? 0 : 8, 10);
    entry.writeUInt32LE(crc32(plain), 16);
    entry.writeUInt32LE(bytes.length, 20);
    entry.writeUInt32LE(stated ?? plain.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, name, bytes);
    directory.push(entry, name);
    offset += local.length + name.length + bytes.length;
  }
  const directory_bytes = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(directory_bytes, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
