import { MAX_CONTENT_CHARACTERS } from '../../contracts/ingest/events/content.ts';
import type { Protocol } from '../../providers/protocols/shared/protocol.ts';

/** The words of a request as they are captured. A text with too many characters is omitted completely. */
export interface RequestText {
  readonly text: string | undefined;
  readonly isTooLong: boolean;
}

const TOO_LONG: RequestText = { text: undefined, isTooLong: true };

export function readRequestText(
  { askedWords }: Pick<Protocol, 'askedWords'>,
  body: Readonly<Record<string, unknown>>,
): RequestText {
  const asked = askedWords(body);
  // Pictures are dropped without serializing them.
  if (isLongerThan(asked, MAX_CONTENT_CHARACTERS)) return TOO_LONG;
  const text = typeof asked === 'string' || asked === undefined ? asked : JSON.stringify(asked);
  return text !== undefined && text.length > MAX_CONTENT_CHARACTERS ? TOO_LONG : { text, isTooLong: false };
}

/** True if the texts of a value have more than `max` characters, found without serializing it. */
function isLongerThan(value: unknown, max: number): boolean {
  return charactersOf(value, max) > max;
}

/** The number of characters of a value. Counting stops shortly after `max`. */
function charactersOf(value: unknown, max: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let characters = 0;
  for (const member of Object.values(value)) {
    characters += charactersOf(member, max - characters);
    if (characters > max) break;
  }
  return characters;
}
