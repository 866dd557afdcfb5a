import { TypeID } from 'typeid-js';
import { ID_PREFIXES, type IdKind } from '../../domain/kernel/id-prefixes.ts';
import { IdSuffixes } from './id-suffixes.ts';

const suffixes = new IdSuffixes();

/** A new id of this kind: its prefix and a UUIDv7 in 26 characters, so that ids sort by the time they were made. */
export function newId(kind: IdKind): string {
  return `${ID_PREFIXES[kind]}_${suffixes.next(Date.now())}`;
}

/** Makes ids of one kind, for a caller that needs one for each request. */
export function idMaker(kind: IdKind): () => string {
  const ids = new IdSuffixes(`${ID_PREFIXES[kind]}_`);
  return () => ids.next(Date.now());
}

/** The lowest id of this kind made at `at` or later, by which ids are compared. It is not an id itself. */
export function lowestIdMadeAt(kind: IdKind, at: Date): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.max(0, at.getTime()), 0, 6);
  return TypeID.fromUUIDBytes(ID_PREFIXES[kind], bytes).toString();
}
