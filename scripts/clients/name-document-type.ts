import type { TSchema } from 'typebox';
import { DefectError } from '../../domain/kernel/errors.ts';

/**
 * The name of a document's type in the description, of a list its items'.
 *
 * @throws DefectError for a document without a title, which no client could name
 */
export function nameDocumentType(schema: TSchema): string {
  const { title, items } = schema as { title?: string; items?: TSchema };
  if (title !== undefined) return title;
  if (items !== undefined) return `${nameDocumentType(items)}[]`;
  throw new DefectError('A document that is answered or sent has no title.');
}
