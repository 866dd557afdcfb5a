import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { sourceOfPieces, type ByteSource } from './byte-source.ts';
import { STANDARD_INPUT, type LogFile } from './find-log-files.ts';
import { createZstdDecompress, decompressZstdFile, decompressZstdPieces } from './zstd.ts';

/** The bytes of a compressed file that are read at once. */
const PIECE_BYTES = 262_144;

/** Thrown for a compressed file that ends too early or is damaged. The bytes before are valid. */
export class CutOffError extends Error {}

/** The compression of a file, by its first bytes. */
type Compression = 'none' | 'gzip' | 'zstd';

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Opens the content of a file of a log, decompressed. The first bytes decide, not the name. */
export async function openLogFile(file: LogFile, stdin: AsyncIterable<Uint8Array>, fromByte = 0): Promise<ByteSource> {
  if (file.path !== STANDARD_INPUT && file.size !== undefined) {
    const handle = await open(file.path, 'r');
    const compression = compressionOf(await firstBytes(handle));
    if (compression === 'none') return plainSource(handle, fromByte);
    await handle.close();
  }
  const pieces: AsyncIterable<Uint8Array> =
    file.path === STANDARD_INPUT ? stdin : createReadStream(file.path, { highWaterMark: PIECE_BYTES });
  const { first, all } = await peek(pieces);
  const compression = compressionOf(first);
  const content = contentOf(all, compression, file);
  const iterator = content[Symbol.asyncIterator]();
  return sourceOfPieces(iterator, async () => void (await iterator.return(undefined)));
}

/** True if the file has lines as they are, so that any part of it can be read. */
export async function isPlainFile(file: LogFile): Promise<boolean> {
  if (file.path === STANDARD_INPUT || file.size === undefined) return false;
  const handle = await open(file.path, 'r');
  try {
    return compressionOf(await firstBytes(handle)) === 'none';
  } finally {
    await handle.close();
  }
}

async function firstBytes(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.subarray(0, bytesRead);
}

function plainSource(handle: FileHandle, fromByte: number): ByteSource {
  let position = fromByte;
  return {
    read: async (target) => {
      const { bytesRead } = await handle.read(target, 0, target.length, position);
      position += bytesRead;
      return bytesRead;
    },
    close: () => handle.close(),
  };
}

function compressionOf(first: Uint8Array): Compression {
  const begins = (magic: Buffer): boolean => magic.equals(first.subarray(0, magic.length));
  return begins(GZIP) ? 'gzip' : begins(ZSTD) ? 'zstd' : 'none';
}

/** The first bytes of pieces, at least four if there are as many, and all pieces. */
async function peek(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ first: Uint8Array; all: AsyncGenerator<Uint8Array> }> {
  const iterator = pieces[Symbol.asyncIterator]();
  let first: Uint8Array = new Uint8Array();
  while (first.length < ZSTD.length) {
    const next = await iterator.next();
    if (next.done) break;
    first = Buffer.concat([first, next.value]);
  }
  return { first, all: continued(first, iterator) };
}

async function* continued(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

function contentOf(
  pieces: AsyncGenerator<Uint8Array>,
  compression: Compression,
  { path, size }: LogFile,
): AsyncGenerator<Uint8Array> {
  if (compression === 'none') return pieces;
  if (compression === 'gzip') return through(pieces, createGunzip());
  if (createZstdDecompress !== undefined) return through(pieces, createZstdDecompress());
  return cutOffAware(size === undefined ? decompressZstdPieces(pieces) : decompressZstdFile(path));
}

/** The pieces behind a decompressor of Node. */
async function* through(pieces: AsyncIterable<Uint8Array>, decompressor: Transform): AsyncGenerator<Uint8Array, void> {
  const source = Readable.from(pieces, { objectMode: false, highWaterMark: PIECE_BYTES });
  source.on('error', (error) => decompressor.destroy(error));
  try {
    yield* cutOffAware(source.pipe(decompressor));
  } finally {
    source.destroy();
    decompressor.destroy();
  }
}

async function* cutOffAware(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* pieces;
  } catch (error) {
    throw new CutOffError('The compressed content ends too early or is damaged.', { cause: error });
  }
}
