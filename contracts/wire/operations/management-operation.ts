import type { TObject } from 'typebox';
import type { RequiredAccess } from '../../../domain/management/require-access.ts';
import type { BareAnswer, FileAnswer, Operation } from './operation.ts';

/** The callers of an operation: anybody, or those with a role and scopes. */
type WhoMayAsk = { readonly isOpen: true } | { readonly access: RequiredAccess };

/** An operation of the management plane. It answers with a document, or with a stream. */
export type ManagementOperation = Operation<BareAnswer | FileAnswer> & WhoMayAsk;

/** Operations of the management plane by their names, in the order in which they are described. */
export type ManagementOperations = Readonly<Record<string, ManagementOperation>>;

/** The members that a read operation declares. */
type ReadWords = Pick<Operation, 'refusals' | 'tag' | 'summary' | 'description'> & WhoMayAsk;

/** An operation that answers with a document, and changes nothing. */
export function readOperation<const Path extends string, Document extends TObject, const Words extends ReadWords>(
  path: Path,
  document: Document,
  words: Words,
): Words & {
  readonly method: 'GET';
  readonly path: Path;
  readonly success: 200;
  readonly answer: { readonly document: Document };
  readonly effect: 'read';
} {
  return { ...words, method: 'GET', path, success: 200, answer: { document }, effect: 'read' };
}
