import { isJsonObject, type JsonObject } from '../../../providers/json-parts.ts';
import type { Protocol } from '../../../providers/protocols/shared/protocol.ts';
import { composeText } from '../../../domain/kernel/text/compose-text.ts';

/**
 * The roles whose texts may lose blanks at their ends. A text that the model itself began continues exactly at its end.
 */
const WRITERS: readonly unknown[] = ['user', 'system', 'developer'];
const TEXTS: readonly unknown[] = ['text', 'input_text'];

/**
 * The body without the differences that the kind `normalized` ignores: the order of members and, in texts that people
 * wrote, blanks at the ends and the Unicode form (NFC). Nothing else changes. Texts to embed stay unchanged.
 */
export function normalizeBody({ text }: Pick<Protocol, 'text'>, body: JsonObject): unknown {
  return inOrder(text === undefined ? body : withPlainTexts(body));
}

function withPlainTexts(body: JsonObject): JsonObject {
  const changed = new Map<string, unknown>();
  for (const name of ['system', 'instructions']) if (name in body) changed.set(name, plainContent(body[name]));
  for (const name of ['messages', 'input']) if (name in body) changed.set(name, plainMessages(body[name]));
  for (const name of ['systemInstruction', 'system_instruction'])
    if (name in body) changed.set(name, plainTurn(body[name]));
  if (Array.isArray(body['contents'])) changed.set('contents', body['contents'].map(plainTurn));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, changed.has(name) ? changed.get(name) : value]),
  );
}

function plainMessages(messages: unknown): unknown {
  if (typeof messages === 'string') return plain(messages);
  if (!Array.isArray(messages)) return messages;
  return messages.map((message: unknown) =>
    isJsonObject(message) && WRITERS.includes(message['role'])
      ? { ...message, content: plainContent(message['content']) }
      : message,
  );
}

/** A turn in the form of Google, whose parts have no type. A turn without a role is the user's. */
function plainTurn(turn: unknown): unknown {
  if (!isJsonObject(turn) || !WRITERS.includes(turn['role'] ?? 'user') || !Array.isArray(turn['parts'])) return turn;
  const parts = turn['parts'].map((part: unknown) =>
    isJsonObject(part) && typeof part['text'] === 'string' ? { ...part, text: plain(part['text']) } : part,
  );
  return { ...turn, parts };
}

function plainContent(content: unknown): unknown {
  if (typeof content === 'string') return plain(content);
  if (!Array.isArray(content)) return content;
  return content.map((part: unknown) =>
    isJsonObject(part) && TEXTS.includes(part['type']) && typeof part['text'] === 'string'
      ? { ...part, text: plain(part['text']) }
      : part,
  );
}

/** A text in its normalized form. A text that cannot be composed is equal to itself alone. */
function plain(text: string): string {
  return (composeText(text, 'NFC') ?? text).trim();
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, inOrder(value[name])]));
}
