import { conflict, invalidMember } from '../../kernel/errors.ts';
import { DATASET_LIMITS } from './dataset-limits.ts';
import type { DatasetMember } from './dataset-member.ts';
import { distinctMembers, type DuplicateCounts } from './distinct-members.ts';

/** Changes of the annotations of one member: a text sets a value, and null removes it. */
export interface AnnotationChange {
  readonly requestId: string;
  readonly annotations: Readonly<Record<string, string | null>>;
}

/** An edit of a dataset. Members are removed first, then added, then annotated. */
export interface DatasetEdit {
  readonly remove: readonly string[];
  readonly add: readonly DatasetMember[];
  readonly annotate: readonly AnnotationChange[];
}

/** The members after an edit. */
export interface EditedMembers {
  /** All members in their order. Members that the edit does not touch are the same objects as before. */
  readonly members: readonly DatasetMember[];
  readonly added: number;
  readonly removed: number;
  readonly annotated: number;
  /** Requests to remove that are no members. */
  readonly notMembers: number;
  readonly duplicates: DuplicateCounts;
}

/**
 * Applies an edit to the members of a version.
 * @throws Refusal `validation_failed` for annotations of a request that is no member, and for annotations beyond their
 *   bounds; `conflict` if the dataset would have too many members
 */
export function editMembers(before: readonly DatasetMember[], edit: DatasetEdit): EditedMembers {
  const leaving = new Set(edit.remove);
  const kept = before.filter(({ requestId }) => !leaving.has(requestId));
  const removed = before.length - kept.length;
  const { members: added, duplicates } = distinctMembers(edit.add, kept);
  if (kept.length + added.length > DATASET_LIMITS.items)
    throw conflict(
      'limit_reached',
      `A dataset has at most ${DATASET_LIMITS.items} items. Remove items first, or build another dataset.`,
    );
  const { members, annotated } = annotate([...kept, ...added], edit.annotate);
  requireBoundedAnnotations(members);
  return { members, added: added.length, removed, annotated, notMembers: leaving.size - removed, duplicates };
}

function annotate(
  members: readonly DatasetMember[],
  changes: readonly AnnotationChange[],
): { readonly members: readonly DatasetMember[]; readonly annotated: number } {
  const byRequest = new Map(members.map((member) => [member.requestId, member]));
  let annotated = 0;
  for (const [index, { requestId, annotations }] of changes.entries()) {
    const member = byRequest.get(requestId);
    if (member === undefined)
      throw invalidMember(
        `/annotate/${index}/req_id`,
        'This request is no item of the dataset. Add it, or leave its annotations out.',
      );
    const merged = mergeAnnotations(member.annotations, annotations);
    if (Object.keys(merged).length > DATASET_LIMITS.annotations)
      throw invalidMember(
        `/annotate/${index}/annotations`,
        `An item has at most ${DATASET_LIMITS.annotations} annotations. Remove one by setting it to null.`,
      );
    if (isSame(merged, member.annotations)) continue;
    byRequest.set(requestId, { ...member, annotations: merged });
    annotated += 1;
  }
  return { members: members.map((member) => byRequest.get(member.requestId) ?? member), annotated };
}

/** The annotations after a change, in the order of their names. */
function mergeAnnotations(
  before: Readonly<Record<string, string>>,
  change: AnnotationChange['annotations'],
): Record<string, string> {
  const merged = Object.entries({ ...before, ...change }).flatMap(([name, text]): [string, string][] =>
    text === null ? [] : [[name, text]],
  );
  return Object.fromEntries(merged.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** @throws Refusal `conflict` if all annotations together are too long */
export function requireBoundedAnnotations(members: readonly DatasetMember[]): void {
  const characters = members
    .flatMap(({ annotations }) => Object.entries(annotations))
    .reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  if (characters <= DATASET_LIMITS.annotationCharacters) return;
  throw conflict(
    'limit_reached',
    `The annotations of a dataset have at most ${DATASET_LIMITS.annotationCharacters} characters. Shorten them.`,
  );
}
