import { isJsonObject, type JsonObject } from '../../../providers/json-parts.ts';
import type { Protocol, TextReading } from '../../../providers/protocols/shared/protocol.ts';
import { composeText } from '../../../domain/kernel/text/compose-text.ts';

/** A request, split into the last text of its user and the rest. */
export interface SplitRequest {
  /** The last text of the user. */
  readonly words: string;
  /** Everything else, with null in place of that text. */
  readonly rest: JsonObject;
}

/**
 * The maximum characters of similar texts. In a longer text, one word has too little weight even if much depends on it.
 * The maximum applies to each form in which a text is compared.
 */
const MAX_CHARACTERS = 2_000;
/**
 * The maximum characters of a text that is normalized, because normalizing takes time in proportion to the length.
 * Blanks at the ends and characters that NFC joins fit into the difference.
 */
const MAX_NORMALIZED = 4 * MAX_CHARACTERS;

/**
 * The words of a request that may differ while the answer is the same, and the rest, which may not: system text,
 * earlier turns, tools, images and parameters. Undefined if the user did not speak last, or the text is so long that
 * similarity means nothing.
 */
export function splitUserText({ text }: Pick<Protocol, 'text'>, body: JsonObject): SplitRequest | undefined {
  const reading = text?.userMessages;
  if (reading === undefined) return undefined;
  const split = splitList(body[reading.member], reading);
  const words = split && comparableWords(split.words);
  if (split === undefined || words === undefined) return undefined;
  return { words, rest: { ...body, [reading.member]: split.rest } };
}

/**
 * A text in the form in which it is compared; undefined if it is empty, or too long before normalization, in NFC or in
 * NFKC.
 */
function comparableWords(text: string): string | undefined {
  if (text.length > MAX_NORMALIZED) return undefined;
  const words = composeText(text, 'NFC')?.trim();
  if (words === undefined || words === '' || words.length > MAX_CHARACTERS) return undefined;
  // One character of NFC may become 18 in NFKC, the form in which words are read.
  return words.normalize('NFKC').length > MAX_CHARACTERS ? undefined : words;
}

type UserMessages = TextReading['userMessages'];

interface Split {
  readonly words: string;
  readonly rest: unknown;
}

/** Splits messages, or a text in place of them. */
function splitList(messages: unknown, reading: UserMessages): Split | undefined {
  if (typeof messages === 'string') return { words: messages, rest: null };
  if (!Array.isArray(messages)) return undefined;
  const last: unknown = messages.at(-1);
  if (!isJsonObject(last) || last['role'] !== 'user') return undefined;
  const split = splitContent(last[reading.content], reading);
  const rest = split && { ...last, [reading.content]: split.rest };
  return split && { words: split.words, rest: [...(messages.slice(0, -1) as unknown[]), rest] };
}

/** Splits the content of a message: a text, or the last text of its parts. */
function splitContent(content: unknown, { isText }: UserMessages): Split | undefined {
  if (typeof content === 'string') return { words: content, rest: null };
  if (!Array.isArray(content)) return undefined;
  const parts: readonly unknown[] = content;
  const at = parts.findLastIndex((part) => isJsonObject(part) && isText(part));
  const part = parts[at];
  if (!isJsonObject(part) || typeof part['text'] !== 'string') return undefined;
  return { words: part['text'], rest: parts.with(at, { ...part, text: null }) };
}
