import { TypeID } from 'typeid-js';
import { ID_PREFIXES, type IdKind } from '../../domain/kernel/id-prefixes.ts';
import { IdSuffixes } from './id-suffixes.ts';

const suffixes = new IdSuffixes();

/** Creates an id of this kind: its prefix and a UUIDv7 in 26 characters, so that ids sort by creation time. */
export function newId(kind: IdKind): string {
  return `${ID_PREFIXES[kind]}_${suffixes.next(Date.now())}`;
}

/** Returns a function that creates ids of one kind, for a caller that needs an id for each request. */
export function createIdFactory(kind: IdKind): () => string {
  const ids = new IdSuffixes(`${ID_PREFIXES[kind]}_`);
  return () => ids.next(Date.now());
}

/** The lower bound of all ids of this kind that are created at `at` or later. It is not an id itself. */
export function lowestIdAt(kind: IdKind, at: Date): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.max(0, at.getTime()), 0, 6);
  return TypeID.fromUUIDBytes(ID_PREFIXES[kind], bytes).toString();
}
