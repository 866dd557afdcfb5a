import { Readable } from 'node:stream';
import type { ByteSpan } from './json-scanner.ts';

/**
 * The bytes of a body that was scanned, as they go to a provider: in one piece, or in several of which none is copied
 * any more.
 */
export interface BodyBytes {
  readonly pieces: readonly Buffer[];
  readonly size: number;
  /** The text that is the model's name, quotes included; undefined where the path names it. */
  readonly model: ByteSpan | undefined;
}

/** A request as the client of a provider takes it. */
export interface Post {
  readonly method: 'POST';
  readonly path: string;
  readonly body: Buffer | Readable;
  /** Names and values one after the other. */
  readonly headers: string[];
}

/** Pieces go out one after the other, so that nothing but a header says how long they are. */
export function postOf(path: string, { pieces, size }: BodyBytes, headers: string[]): Post {
  const only = pieces[0];
  if (only !== undefined && pieces.length === 1) return { method: 'POST', path, body: only, headers };
  const body = Readable.from(pieces);
  return { method: 'POST', path, body, headers: [...headers, 'content-length', String(size)] };
}

/**
 * The body with another model; the same where it names none. A body of one piece is small, so that the copy of one is,
 * too.
 */
export function replaceModel(body: BodyBytes, model: string): BodyBytes {
  if (body.model === undefined) return body;
  const { pieces, size } = body;
  const { start, end } = body.model;
  const name = Buffer.from(JSON.stringify(model));
  const changed = [...piecesOf(pieces, 0, start), name, ...piecesOf(pieces, end, size)];
  return {
    pieces: pieces.length === 1 ? [Buffer.concat(changed)] : changed,
    size: size - (end - start) + name.length,
    model: { start, end: start + name.length },
  };
}

function piecesOf(pieces: readonly Buffer[], start: number, end: number): Buffer[] {
  const found: Buffer[] = [];
  let before = 0;
  for (const piece of pieces) {
    const part = piece.subarray(Math.max(0, start - before), Math.max(0, end - before));
    if (part.length > 0) found.push(part);
    before += piece.length;
  }
  return found;
}
