import type { TSchema } from 'typebox';
import { DefectError } from '../../domain/kernel/errors.ts';

/**
 * The name of a document's type in the description; for a list, with the name of its items.
 *
 * @throws DefectError if the document has no title
 */
export function nameDocumentType(schema: TSchema): string {
  const { title, items } = schema as { title?: string; items?: TSchema };
  if (title !== undefined) return title;
  if (items !== undefined) return `${nameDocumentType(items)}[]`;
  throw new DefectError('A document of the API has no title.');
}
