import { isObject, objectsOf } from '../../providers/json-parts.ts';
import type { CalledEndpoint } from '../../domain/models/protocols.ts';

/** What a model says, or has somebody do; arguments are JSON. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_call'; readonly name: string; readonly arguments: string };

/** The answers of one call: one, or as many as it asked for. Without thoughts, which are no answer. */
export type AnsweredParts = readonly (readonly AnswerPart[])[];

type JsonObject = Readonly<Record<string, unknown>>;

/** What an answer that is no stream says; nothing where it is none of its endpoint. */
export function partsOf(endpoint: CalledEndpoint, body: unknown): AnsweredParts {
  if (!isObject(body)) return [];
  if (endpoint === 'messages') return [objectsOf(body['content']).flatMap(blockParts)];
  if (endpoint === 'responses') return [objectsOf(body['output']).flatMap(itemParts)];
  return objectsOf(body['choices']).map(({ message }) => (isObject(message) ? messageParts(message) : []));
}

/** Undefined where nothing was said. Words alone stand as they are, and with calls of tools in JSON; so do several answers. */
export function textOfParts(answers: AnsweredParts): string | undefined {
  const said = answers.filter((parts) => parts.length > 0);
  if (said.length === 0) return undefined;
  if (said.length > 1) return JSON.stringify(said.map((parts) => wordsOf(parts) ?? parts));
  const [parts = []] = said;
  return wordsOf(parts) ?? JSON.stringify(parts);
}

export function textPart(text: unknown): AnswerPart[] {
  return typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : [];
}

function wordsOf(parts: readonly AnswerPart[]): string | undefined {
  return parts.every((part) => part.type === 'text') ? parts.map(({ text }) => text).join('') : undefined;
}

function blockParts({ type, text, name, input }: JsonObject): AnswerPart[] {
  if (type === 'text') return textPart(text);
  return type === 'tool_use' && typeof name === 'string' ? [callPart(name, JSON.stringify(input ?? {}))] : [];
}

function messageParts({ content, refusal, tool_calls: calls }: JsonObject): AnswerPart[] {
  const called = objectsOf(calls).flatMap(({ function: asked }) => (isObject(asked) ? namedCall(asked) : []));
  return [...textPart(content), ...textPart(refusal), ...called];
}

function itemParts(item: JsonObject): AnswerPart[] {
  if (item['type'] === 'function_call') return namedCall(item);
  return objectsOf(item['content']).flatMap(({ text, refusal }) => [...textPart(text), ...textPart(refusal)]);
}

function namedCall({ name, arguments: text }: JsonObject): AnswerPart[] {
  return typeof name === 'string' ? [callPart(name, typeof text === 'string' ? text : '')] : [];
}

function callPart(name: string, text: string): AnswerPart {
  return { type: 'tool_call', name, arguments: text };
}
