import { MOST_CONTENT } from '../../contracts/ingest/events/content.ts';
import type { CalledEndpoint } from '../../domain/models/protocols.ts';

type Body = Readonly<Record<string, unknown>>;

/**
 * What a call asked, without its parameters and tools: its messages with the system text first, as cells of comparisons have them, or a text
 * that stands for itself. Undefined where it asked nothing.
 */
function askedWords(endpoint: CalledEndpoint, body: Body): unknown {
  if (endpoint === 'embeddings') return body['input'];
  if (endpoint === 'responses') return withSystem(body['instructions'], body['input']);
  return withSystem(endpoint === 'messages' ? body['system'] : undefined, body['messages']);
}

function withSystem(system: unknown, said: unknown): unknown {
  if (system === undefined || system === null) return said;
  const messages: readonly unknown[] = Array.isArray(said) ? said : [{ role: 'user', content: said }];
  return [{ role: 'system', content: system }, ...messages];
}

/** The words of a request as they are kept: at most so many characters, and none of one that has more. */
export interface AskedText {
  readonly text: string | undefined;
  readonly isTooLong: boolean;
}

const TOO_LONG: AskedText = { text: undefined, isTooLong: true };

export function askedText(endpoint: CalledEndpoint, body: Body): AskedText {
  const asked = askedWords(endpoint, body);
  // Pictures are let go without writing them out.
  if (isLongerThan(asked, MOST_CONTENT)) return TOO_LONG;
  const text = typeof asked === 'string' || asked === undefined ? asked : JSON.stringify(asked);
  return text !== undefined && text.length > MOST_CONTENT ? TOO_LONG : { text, isTooLong: false };
}

/** Whether the texts of a value have more characters than so many, found without writing it out. */
function isLongerThan(value: unknown, most: number): boolean {
  return charactersOf(value, most) > most;
}

/** Counts no further than a little beyond `most`. */
function charactersOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let characters = 0;
  for (const member of Object.values(value)) {
    characters += charactersOf(member, most - characters);
    if (characters > most) break;
  }
  return characters;
}
