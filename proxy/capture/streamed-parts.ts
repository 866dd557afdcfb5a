import { isJsonObject } from '../../providers/json-parts.ts';
import {
  textParts,
  type AnsweredParts,
  type AnswerPart,
  type GrowingParts,
} from '../../providers/protocols/shared/answer-part.ts';
import type { Protocol, TextProtocol } from '../../providers/protocols/shared/protocol.ts';

/** A part that is still arriving, in the pieces in which it arrives. */
interface GrowingPart {
  readonly pieces: string[];
  /** The name of a called tool; undefined for a text. */
  name: string | undefined;
}

/** Assembles the parts of an answer from the events of a stream, up to a maximum number of characters. */
export class StreamedParts implements GrowingParts {
  readonly #text: TextProtocol['text'] | undefined;
  readonly #maxCharacters: number;
  /** The parts by answer and by position in the answer, in the order in which they began. */
  readonly #answers = new Map<number, Map<string, GrowingPart>>();
  /** The complete answer from the last event, which replaces the pieces. */
  #whole: AnsweredParts | undefined;
  #characters = 0;

  constructor({ text }: Pick<Protocol, 'text'>, maxCharacters: number) {
    this.#text = text;
    this.#maxCharacters = maxCharacters;
  }

  /** True if the text is longer than the maximum. */
  get isTooLong(): boolean {
    return this.#characters > this.#maxCharacters;
  }

  see(data: unknown): void {
    if (isJsonObject(data) && !this.isTooLong) this.#text?.streamParts(this, data);
  }

  parts(): AnsweredParts {
    return this.#whole ?? [...this.#answers.values()].map((parts) => [...parts.values()].flatMap(partsOfGrowing));
  }

  say(answer: number, place: string, text: unknown): void {
    if (typeof text === 'string' && text !== '') this.#grow(answer, place, text);
  }

  call(answer: number, place: string, name: unknown, text: unknown): void {
    const part = this.#grow(answer, place, typeof text === 'string' ? text : '');
    if (typeof name === 'string') part.name ??= name;
  }

  callWhole(answer: number, name: string, text: string): void {
    this.call(answer, `whole ${this.#answers.get(answer)?.size ?? 0}`, name, text);
  }

  replace(parts: AnsweredParts): void {
    this.#whole = parts;
  }

  #grow(answer: number, place: string, text: string): GrowingPart {
    const parts = this.#answers.get(answer) ?? new Map<string, GrowingPart>();
    this.#answers.set(answer, parts);
    const part = parts.get(place) ?? { pieces: [], name: undefined };
    parts.set(place, part);
    this.#characters += text.length;
    if (this.isTooLong) this.#answers.clear();
    else part.pieces.push(text);
    return part;
  }
}

function partsOfGrowing({ pieces, name }: GrowingPart): AnswerPart[] {
  const text = pieces.join('');
  return name === undefined ? textParts(text) : [{ type: 'tool_call', name, arguments: text }];
}
