import { basename } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';

const ZIP_END = 0x06054b50;
const ZIP_ENTRY_BYTES = 46;
const TAR_BLOCK = 512;

/**
 * The file called `name`, in any folder, of a zip archive, such as a Python wheel.
 * @throws Error if there is no such file, or if the archive is truncated
 */
export function extractFromZip(archive: Buffer, name: string): Buffer {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.readUInt32LE(end) !== ZIP_END) throw new Error('the archive is cut short');
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameBytes = archive.readUInt16LE(at + 28);
    const entry = archive.toString('utf8', at + ZIP_ENTRY_BYTES, at + ZIP_ENTRY_BYTES + nameBytes);
    if (basename(entry) === name) {
      const local = archive.readUInt32LE(at + 42);
      const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      const bytes = archive.subarray(start, start + archive.readUInt32LE(at + 20));
      return archive.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes);
    }
    at += ZIP_ENTRY_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  throw new Error(`the archive does not contain ${name}`);
}

/**
 * The file called `name`, in any folder, of a gzipped tar archive.
 * @throws Error if there is no such file, or if the archive is truncated
 */
export function extractFromTarball(archive: Buffer, name: string): Buffer {
  const tar = gunzipSync(archive);
  for (let at = 0; at + TAR_BLOCK <= tar.length;) {
    const entry = tar.toString('utf8', at, at + 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(tar.toString('ascii', at + 124, at + 136), 8) || 0;
    const start = at + TAR_BLOCK;
    if (basename(entry) === name && size > 0) return tar.subarray(start, start + size);
    at = start + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
  throw new Error(`the archive does not contain ${name}`);
}
