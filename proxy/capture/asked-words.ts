import type { CalledEndpoint } from '../../domain/gateway/endpoints.ts';

type Body = Readonly<Record<string, unknown>>;

/**
 * What a call asked, without its parameters and tools: its messages with the system text first, as cells of comparisons have them, or a text
 * that stands for itself. Undefined where it asked nothing.
 */
export function askedWords(endpoint: CalledEndpoint, body: Body): unknown {
  if (endpoint === 'embeddings') return body['input'];
  if (endpoint === 'responses') return withSystem(body['instructions'], body['input']);
  return withSystem(endpoint === 'messages' ? body['system'] : undefined, body['messages']);
}

function withSystem(system: unknown, said: unknown): unknown {
  if (system === undefined || system === null) return said;
  const messages: readonly unknown[] = Array.isArray(said) ? said : [{ role: 'user', content: said }];
  return [{ role: 'system', content: system }, ...messages];
}

/** Whether the texts of a value have more characters than so many, found without writing it out. */
export function isLongerThan(value: unknown, most: number): boolean {
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
