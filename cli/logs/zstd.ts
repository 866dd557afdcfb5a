import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import type { Transform } from 'node:stream';

/** The decompressor of Node, from version 22.15 on. */
export const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: () => Transform };

const PIECE_BYTES = 262_144;

/** The number of pieces without output after which the content counts as damaged: the decoder then never ends. */
const MAX_EMPTY = 16;

/** The content of a file with zstd, for a Node without its own decompressor. @throws Error if it is damaged */
export async function* decompressZstdFile(path: string): AsyncGenerator<Uint8Array, void> {
  const fd = openSync(path, 'r');
  try {
    yield* decompressZstd(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * The content of pieces with zstd, for a Node without its own decompressor. The decoder reads synchronously, so the
 * pieces are first written into a file without a name.
 *
 * @throws Error if they are damaged
 */
export async function* decompressZstdPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const path = join(tmpdir(), `tt-zstd-${process.pid}-${performance.now()}`);
  const fd = openSync(path, 'wx+', 0o600);
  rmSync(path);
  try {
    for await (const piece of pieces) writeSync(fd, piece);
    yield* decompressZstd(fd);
  } finally {
    closeSync(fd);
  }
}

async function* decompressZstd(fd: number): AsyncGenerator<Uint8Array, void> {
  const { ZSTDDecoder } = await import('zstddec/stream');
  const decoder = new ZSTDDecoder();
  await decoder.init();
  let empty = 0;
  for (const piece of decoder.decodeStreaming(piecesOf(fd))) {
    empty = piece.length === 0 ? empty + 1 : 0;
    if (empty > MAX_EMPTY) throw new Error('The zstd content is damaged.');
    yield piece;
  }
}

function* piecesOf(fd: number): Generator<Uint8Array, void> {
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  for (let position = 0; ;) {
    const bytes = readSync(fd, buffer, 0, PIECE_BYTES, position);
    if (bytes === 0) return;
    position += bytes;
    yield buffer.subarray(0, bytes);
  }
}
