import { typeid } from 'typeid-js';
import { ID_PREFIXES, type IdKind } from '../domain/ids.ts';

/** A new id of this kind: its prefix and a UUIDv7 in 26 characters, so that ids sort by the time they were made. */
export function newId(kind: IdKind): string {
  return typeid(ID_PREFIXES[kind]).toString();
}
