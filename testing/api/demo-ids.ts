import { type IdKind, ID_PREFIXES } from '../../domain/kernel/id-prefixes.ts';

/** The id of this kind with this number. */
export function demoId(kind: IdKind, number: number): string {
  return `${ID_PREFIXES[kind]}_${number.toString().padStart(26, '0')}`;
}

export const ORGANIZATION_ID = demoId('organization', 1);
export const WORKSPACE_ID = demoId('workspace', 1);
export const OTHER_ORGANIZATION_ID = demoId('organization', 2);
export const OTHER_WORKSPACE_ID = demoId('workspace', 2);
/** A workspace of the same organization. */
export const NEXT_WORKSPACE_ID = demoId('workspace', 3);
export const FIRST_APPLICATION_ID = demoId('application', 1);
export const SECOND_APPLICATION_ID = demoId('application', 2);

/**
 * The callers of API tests. `stranger` is a member of the organization without any binding. `neighbour` works in
 * another workspace of the organization. Of the actions for reading, `costless` lacks only `cost.read`, `contentless`
 * lacks only `content.read`, and `analyst` and `narrow` lack `dimensions.read`.
 */
export const SUBJECTS = {
  owner: demoId('subject', 1),
  analyst: demoId('subject', 2),
  narrow: demoId('subject', 3),
  stranger: demoId('subject', 4),
  deployer: demoId('subject', 5),
  costless: demoId('subject', 6),
  contentless: demoId('subject', 7),
  neighbour: demoId('subject', 8),
  outsider: demoId('subject', 9),
} as const;

export type SubjectName = keyof typeof SUBJECTS;
