import type { JsonObject } from '../../json-parts.ts';

/** A part of an answer: text of a model, or a call that it requests; arguments are JSON. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_call'; readonly name: string; readonly arguments: string };

/** The answers of one call: one, or as many as the request asked for. They exclude thoughts. */
export type AnsweredParts = readonly (readonly AnswerPart[])[];

/** The parts of a stream, joined as they arrive. */
export interface GrowingParts {
  /**
   * Adds text to a part.
   * @param answer the index of the answer
   * @param place the key of the part within the answer
   */
  say(answer: number, place: string, text: unknown): void;
  /** Adds to a tool call: its name, if this piece states it, and the next piece of its arguments. */
  call(answer: number, place: string, name: unknown, text: unknown): void;
  /** Adds a tool call that arrives in one piece; each is a separate call. */
  callWhole(answer: number, name: string, text: string): void;
  /** Sets the complete answer, which replaces its pieces. */
  replace(parts: AnsweredParts): void;
}

export function textParts(text: unknown): AnswerPart[] {
  return typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : [];
}

export function toolCallPart(name: string, text: string): AnswerPart {
  return { type: 'tool_call', name, arguments: text };
}

/** A tool call in the form of OpenAI's protocols. */
export function toolCallParts({ name, arguments: text }: JsonObject): AnswerPart[] {
  return typeof name === 'string' ? [toolCallPart(name, typeof text === 'string' ? text : '')] : [];
}
