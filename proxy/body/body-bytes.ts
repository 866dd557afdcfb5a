import { Readable } from 'node:stream';
import type { ByteSpan } from './json-scanner.ts';

/**
 * The bytes of a scanned body, as they are sent to a provider: in one piece, or in several pieces that are not copied
 * again.
 */
export interface BodyBytes {
  readonly pieces: readonly Buffer[];
  readonly size: number;
  /** The JSON string with the model's name, including its quotes; undefined if the path names the model. */
  readonly model: ByteSpan | undefined;
}

/** A request in the form that the client of a provider takes. */
export interface PostRequest {
  readonly method: 'POST';
  readonly path: string;
  readonly body: Buffer | Readable;
  /** Header names and values, alternating. */
  readonly headers: string[];
}

/** The request with a body. Several pieces are sent one after another, so that only a header states their length. */
export function toPostRequest(path: string, { pieces, size }: BodyBytes, headers: string[]): PostRequest {
  const only = pieces[0];
  if (only !== undefined && pieces.length === 1) return { method: 'POST', path, body: only, headers };
  const body = Readable.from(pieces);
  return { method: 'POST', path, body, headers: [...headers, 'content-length', String(size)] };
}

/**
 * The body with another model; the same body if it names no model. A body of one piece is small, and so is its copy.
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
