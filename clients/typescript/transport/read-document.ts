import { TruetallyAnswerError } from '../errors.ts';

/**
 * Reads a body that is one JSON object.
 *
 * @throws TruetallyAnswerError if it is anything else
 */
export async function readDocument(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const text = await response.text();
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new TruetallyAnswerError('The answer is not valid JSON.', response, { cause });
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new TruetallyAnswerError('The answer is no JSON object.', response);
  }
  return document as Readonly<Record<string, unknown>>;
}
