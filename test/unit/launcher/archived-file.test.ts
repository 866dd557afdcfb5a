import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { extractFromTarball, extractFromZip } from '../../../launcher/engines/archived-file.ts';

/** A zip archive by the format's specification, without checksums, which readers of one entry do not need. */
function zip(entries: readonly { name: string; content: string; deflated: boolean }[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, deflated } of entries) {
    const bytes = deflated ? deflateRawSync(content) : Buffer.from(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(deflated ? 8 : 0, 10);
    entry.writeUInt32LE(bytes.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), bytes);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + bytes.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

function tarball(entries: readonly { name: string; content: string }[]): Buffer {
  const blocks = entries.flatMap(({ name, content }) => {
    const header = Buffer.alloc(512);
    header.write(name);
    header.write(content.length.toString(8).padStart(11, '0'), 124);
    return [header, Buffer.concat([Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)])];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

describe('a file of a zip archive', () => {
  const archive = zip([
    { name: 'dist-info/METADATA', content: 'Name: x', deflated: true },
    { name: 'x.data/scripts/temporal', content: 'the program '.repeat(50), deflated: true },
    { name: 'plain', content: 'as it is', deflated: false },
  ]);

  it('is found in any folder, deflated or stored', () => {
    expect(extractFromZip(archive, 'temporal').toString()).toBe('the program '.repeat(50));
    expect(extractFromZip(archive, 'plain').toString()).toBe('as it is');
  });

  it('is refused if it is missing or the archive is incomplete', () => {
    expect(() => extractFromZip(archive, 'absent')).toThrow('the archive does not contain absent');
    expect(() => extractFromZip(archive.subarray(0, 100), 'temporal')).toThrow('the archive is cut short');
  });
});

describe('a file of a gzipped tar archive', () => {
  const archive = tarball([
    { name: 'LICENSE', content: 'MIT' },
    { name: 'server_1.0/temporal-test-server', content: 'y'.repeat(700) },
  ]);

  it('is found in any folder', () => {
    expect(extractFromTarball(archive, 'temporal-test-server').toString()).toBe('y'.repeat(700));
    expect(extractFromTarball(archive, 'LICENSE').toString()).toBe('MIT');
  });

  it('is refused if it is missing or the archive is incomplete', () => {
    expect(() => extractFromTarball(archive, 'temporal')).toThrow('the archive does not contain temporal');
    expect(() => extractFromTarball(archive.subarray(0, 40), 'LICENSE')).toThrow('unexpected end of file');
  });
});
