import type { MemberKind } from './member-kind.ts';

/**
 * The purpose of the requests that an import or a synthetic build appends. Reads of traffic count another purpose only
 * if a question names it.
 */
export const APPENDED_PURPOSE = 'playground';

/** The kinds of ending that mark these requests in facts. */
export const APPENDED_ENDINGS = { imported: 'dataset_import', synthetic: 'dataset_synthetic' } as const;

/** The kind of a member whose request ended in this way. */
export function kindOfEnding(purpose: string, terminalKind: string): MemberKind {
  if (purpose !== APPENDED_PURPOSE) return 'captured';
  if (terminalKind === APPENDED_ENDINGS.imported) return 'imported';
  return terminalKind === APPENDED_ENDINGS.synthetic ? 'synthetic' : 'captured';
}
