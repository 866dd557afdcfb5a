import { type IdKind, ID_PREFIXES } from '../../domain/kernel/id-prefixes.ts';

/** The id of this kind with this number. */
export function idOf(kind: IdKind, number: number): string {
  return `${ID_PREFIXES[kind]}_${number.toString().padStart(26, '0')}`;
}

export const ORG = idOf('organization', 1);
export const WS = idOf('workspace', 1);
export const OTHER_ORG = idOf('organization', 2);
export const OTHER_WS = idOf('workspace', 2);
/** A workspace of the same organization. */
export const NEXT_WS = idOf('workspace', 3);
export const APP_ONE = idOf('application', 1);
export const APP_TWO = idOf('application', 2);

/**
 * The callers of API tests. `stranger` is a member of the organization without any binding. `neighbour` works in
 * another workspace of the organization. `costless` lacks only `cost.read`, and `contentless` lacks only
 * `content.read`.
 */
export const SUBJECTS = {
  owner: idOf('subject', 1),
  analyst: idOf('subject', 2),
  narrow: idOf('subject', 3),
  stranger: idOf('subject', 4),
  deployer: idOf('subject', 5),
  costless: idOf('subject', 6),
  contentless: idOf('subject', 7),
  neighbour: idOf('subject', 8),
  outsider: idOf('subject', 9),
} as const;

export type SubjectName = keyof typeof SUBJECTS;
