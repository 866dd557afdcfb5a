import { isObject, objectsOf } from '../../providers/json-parts.ts';
import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import { partsOf, textPart, type AnsweredParts, type AnswerPart } from './answer-parts.ts';

/** One part on its way, in the pieces in which it came. */
interface GrowingPart {
  readonly pieces: string[];
  /** Of a tool that is called; undefined of a text. */
  name: string | undefined;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Puts together what the events of a stream say, and holds no more than so many characters of it. */
export class StreamedParts {
  readonly #endpoint: CalledEndpoint;
  readonly #mostCharacters: number;
  /** By the answer and the place in it, in the order in which they began. */
  readonly #answers = new Map<number, Map<string, GrowingPart>>();
  /** What the last event says that the whole answer is; it counts before its pieces. */
  #whole: AnsweredParts | undefined;
  #characters = 0;

  constructor(endpoint: CalledEndpoint, mostCharacters: number) {
    this.#endpoint = endpoint;
    this.#mostCharacters = mostCharacters;
  }

  /** Whether more was said than is held. */
  get isTooLong(): boolean {
    return this.#characters > this.#mostCharacters;
  }

  see(data: unknown): void {
    if (!isObject(data) || this.isTooLong) return;
    if (this.#endpoint === 'messages') this.#seeMessages(data);
    else if (this.#endpoint === 'responses') this.#seeResponses(data);
    else this.#seeChat(data);
  }

  parts(): AnsweredParts {
    return this.#whole ?? [...this.#answers.values()].map((parts) => [...parts.values()].flatMap(partsOfGrowing));
  }

  #seeMessages({ type, index, content_block: block, delta }: JsonObject): void {
    if (type === 'content_block_start' && isObject(block)) {
      if (block['type'] === 'text') this.#say(0, String(index), block['text']);
      else if (block['type'] === 'tool_use') this.#call(0, String(index), block['name'], '');
    } else if (type === 'content_block_delta' && isObject(delta)) {
      if (delta['type'] === 'text_delta') this.#say(0, String(index), delta['text']);
      else if (delta['type'] === 'input_json_delta') this.#call(0, String(index), undefined, delta['partial_json']);
    }
  }

  #seeChat({ choices }: JsonObject): void {
    for (const { index, delta } of objectsOf(choices)) {
      if (!isObject(delta)) continue;
      const answer = Number(index);
      this.#say(answer, 'text', delta['content']);
      this.#say(answer, 'refusal', delta['refusal']);
      for (const { index: place, function: called } of objectsOf(delta['tool_calls']))
        if (isObject(called)) this.#call(answer, `call ${String(place)}`, called['name'], called['arguments']);
    }
  }

  #seeResponses({ type, response, item, delta, output_index: index }: JsonObject): void {
    const place = String(index);
    if (type === 'response.output_text.delta' || type === 'response.refusal.delta') this.#say(0, place, delta);
    else if (type === 'response.function_call_arguments.delta') this.#call(0, place, undefined, delta);
    else if (type === 'response.output_item.added' && isObject(item) && item['type'] === 'function_call')
      this.#call(0, place, item['name'], '');
    else if (type === 'response.completed' && isObject(response)) this.#whole = partsOf(this.#endpoint, response);
  }

  #say(answer: number, place: string, text: unknown): void {
    if (typeof text === 'string' && text !== '') this.#grow(answer, place, text);
  }

  #call(answer: number, place: string, name: unknown, text: unknown): void {
    const part = this.#grow(answer, place, typeof text === 'string' ? text : '');
    if (typeof name === 'string') part.name ??= name;
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
  return name === undefined ? textPart(text) : [{ type: 'tool_call', name, arguments: text }];
}
