import type { JsonObject } from '../../json-parts.ts';

/** A part of an answer: text of a model, or a call that it requests; arguments are JSON. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_call'; readonly name: string; readonly arguments: string };

/** The answers of one call: one, or as many as it asked for. Without thoughts, which are no answer. */
export type AnsweredParts = readonly (readonly AnswerPart[])[];

/** The parts of a stream, joined as they come. */
export interface GrowingParts {
  /** @param answer the index of the answer, of several; @param place what stands for the part within it */
  say(answer: number, place: string, text: unknown): void;
  /** A tool that is called: its name, where it is said, and the next piece of its arguments. */
  call(answer: number, place: string, name: unknown, text: unknown): void;
  /** A tool call in one piece: each is a separate call. */
  callWhole(answer: number, name: string, text: string): void;
  /** The whole answer, which counts before its pieces. */
  replace(parts: AnsweredParts): void;
}

export function textPart(text: unknown): AnswerPart[] {
  return typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : [];
}

export function callPart(name: string, text: string): AnswerPart {
  return { type: 'tool_call', name, arguments: text };
}

/** A call as OpenAI's protocols have it. */
export function namedCall({ name, arguments: text }: JsonObject): AnswerPart[] {
  return typeof name === 'string' ? [callPart(name, typeof text === 'string' ? text : '')] : [];
}
