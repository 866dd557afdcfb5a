/** A message of a replayed request. */
export interface ReplayMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A captured request in the form in which a model is asked again. */
export interface ReplayedRequest {
  /** The system texts in their order, joined by an empty line; may be empty. */
  readonly system: string;
  readonly messages: readonly ReplayMessage[];
}

/**
 * The captured request of an item as messages. A text that is no list of messages is a single question. Undefined if it
 * has content other than text, tool calls, or no question, because a replay of the rest would be another request.
 */
export function toReplayMessages(captured: string): ReplayedRequest | undefined {
  const document = parsed(captured);
  if (!Array.isArray(document)) return captured === '' ? undefined : ofQuestion(captured);
  const systems: string[] = [];
  const messages: ReplayMessage[] = [];
  for (const one of document as readonly unknown[]) {
    const message = messageOf(one);
    if (message === undefined) return undefined;
    if (message.role === 'system') systems.push(message.content);
    else messages.push({ role: message.role, content: message.content });
  }
  if (!messages.some(({ role }) => role === 'user')) return undefined;
  return { system: systems.join('\n\n'), messages };
}

/** The roles of the protocols of providers. */
const ROLES: ReadonlyMap<string, ReplayMessage['role'] | 'system'> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
]);

function ofQuestion(content: string): ReplayedRequest {
  return { system: '', messages: [{ role: 'user', content }] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function messageOf(value: unknown): { role: ReplayMessage['role'] | 'system'; content: string } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { role = 'user', content, parts, tool_calls: toolCalls } = value as Readonly<Record<string, unknown>>;
  if (toolCalls !== undefined && toolCalls !== null) return undefined;
  const text = textOf(content ?? parts);
  const known = typeof role === 'string' ? ROLES.get(role) : undefined;
  return text === undefined || known === undefined ? undefined : { role: known, content: text };
}

/** The text of a message; undefined if a part of it is no text. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const texts: string[] = [];
  for (const part of content as readonly unknown[]) {
    if (typeof part === 'string') texts.push(part);
    else {
      const { text } = (part ?? {}) as Readonly<Record<string, unknown>>;
      if (typeof text !== 'string') return undefined;
      texts.push(text);
    }
  }
  return texts.join('\n');
}
