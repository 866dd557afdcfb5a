import { Refusal } from '../domain/errors.ts';

/** @throws Refusal `precondition_failed` when the document is not at the revision that the caller relies on */
export function requireRevision(
  name: 'saved view' | 'report' | 'schedule',
  { revision }: { readonly revision: string },
  expected: string,
): void {
  if (revision === expected) return;
  throw new Refusal(
    'precondition_failed',
    `The ${name} is at revision ${revision}, not at ${expected}. Read it again.`,
  );
}
