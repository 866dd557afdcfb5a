import { TruetallyAnswerError } from '../errors.ts';

/**
 * Accepts an answer only if it has this media type, with any parameters.
 *
 * @throws TruetallyAnswerError for any other, such as the page of a proxy that answers everything with 200
 */
export async function requireMediaType(response: Response, mediaType: string): Promise<void> {
  const found = responseMediaType(response);
  if (found === mediaType) return;
  await response.body?.cancel();
  throw new TruetallyAnswerError(`The answer is not ${mediaType} but ${found || 'of no type'}.`, response);
}

/** The media type of an answer without its parameters; empty if the answer has none. */
export function responseMediaType({ headers }: Response): string {
  return (headers.get('content-type') ?? '').split(';', 1).join('').trim().toLowerCase();
}
