import { isObject, type JsonObject } from '../../../providers/json-parts.ts';
import { blobIn, mediumIn, type Medium } from './medium-in.ts';

/** The length of a body as it is sent. */
export interface BodySize {
  readonly bytes: number;
  /** The length of its text, in UTF-16 code units, as `String.length` counts them. */
  readonly characters: number;
}

/** The input of a request that decides its maximum. */
export interface MeasuredInput {
  /** No fewer than a provider counts, of usual texts, with the declared amounts of media. */
  readonly tokens: number;
  /** The tokens of speech among them, which have a price of their own. */
  readonly audioTokens: number;
  /** The number of pictures: some models count more for one than its declared amount. */
  readonly images: number;
  /**
   * True if the provider fetches a medium that may have any length: a document or a video behind an address or an id.
   */
  readonly fetchesMedia: boolean;
  /**
   * The time for which a provider is asked to store the input, which has a price of its own; undefined if it is not.
   */
  readonly keptFor: 'minutes' | 'hour' | undefined;
}

/**
 * Prose in English has four characters or more to a token, code and JSON about three, lists of names and numbers 2.7 at
 * the models of 2026.
 */
const WEIGHT_OF_A_TOKEN = 2.5;

/**
 * Tokens that a provider sends to a model about tools, in addition to those of the request: 350 to 1,600 at Anthropic.
 */
const TOOLS_TOKENS = 2_000;

/** Tokens about the form that an answer must have: 150 and more. */
const FORMAT_TOKENS = 500;
const FORMATS: readonly string[] = ['response_format', 'output_format', 'output_config', 'text'];

/**
 * Measures a whole body: the provider decides which of its members a model reads.
 *
 * Five bytes are two tokens. Each byte weighs one: a letter, a digit, a sign of JSON, an escape, a blank. Each value
 * weighs one more, so that a number of one digit, such as the id of a token, is a token. Characters outside of ASCII
 * weigh more: one of two bytes weighs three, one of three bytes five, one of four bytes six. Only the payload of a
 * medium weighs nothing, and only in parts of content.
 */
export function measureInput(body: JsonObject, { bytes, characters }: BodySize): MeasuredInput {
  const { tools } = body;
  const sum = new MeasuredSum();
  sum.see(body, 'body');
  const weight = bytes + (bytes - characters) + sum.values - sum.payload;
  const toolsTokens = Array.isArray(tools) && tools.length > 0 ? TOOLS_TOKENS : 0;
  const formatTokens = hasFormat(body) ? FORMAT_TOKENS : 0;
  return {
    tokens: toolsTokens + formatTokens + sum.mediaTokens + Math.ceil(weight / WEIGHT_OF_A_TOKEN),
    audioTokens: sum.audioTokens,
    images: sum.images,
    fetchesMedia: sum.fetchesMedia,
    keptFor: sum.keptFor,
  };
}

function hasFormat(body: JsonObject): boolean {
  for (const name of FORMATS) if (isObject(body[name])) return true;
  return false;
}

/** The role of a value for a model, by its position. A medium is one in a turn or a part; anywhere else it is text. */
type Place = 'body' | 'turns' | 'turn' | 'parts' | 'part' | 'source' | 'blob' | 'text';

/** The positions of members that are not text, by the position of their object. */
const PLACES: Readonly<Record<Place, ReadonlyMap<string, Place>>> = {
  body: new Map<string, Place>([
    ['messages', 'turns'],
    ['input', 'turns'],
    ['system', 'parts'],
    ['contents', 'turns'],
    ['systemInstruction', 'turn'],
    ['system_instruction', 'turn'],
  ]),
  turn: new Map<string, Place>([
    ['content', 'parts'],
    // Of the result of a tool, at Responses.
    ['output', 'parts'],
    ['parts', 'parts'],
  ]),
  // A result of a tool has parts, and so has a document that is made of them.
  part: new Map<string, Place>([
    ['content', 'parts'],
    ['source', 'source'],
    // Of Google, whose parts have no type.
    ['inlineData', 'blob'],
    ['inline_data', 'blob'],
    ['fileData', 'blob'],
    ['file_data', 'blob'],
  ]),
  source: new Map<string, Place>([['content', 'parts']]),
  turns: new Map<string, Place>(),
  parts: new Map<string, Place>(),
  blob: new Map<string, Place>(),
  text: new Map<string, Place>(),
};

/** The position of a list's items. */
const ITEMS: Partial<Readonly<Record<Place, Place>>> = { turns: 'turn', parts: 'part' };

class MeasuredSum {
  values = 0;
  /** Bytes of the payloads of media. */
  payload = 0;
  mediaTokens = 0;
  audioTokens = 0;
  images = 0;
  fetchesMedia = false;
  keptFor: MeasuredInput['keptFor'];

  see(value: unknown, place: Place): void {
    this.values += 1;
    if (Array.isArray(value)) {
      const inner = ITEMS[place] ?? 'text';
      for (const item of value) this.see(item, inner);
    } else if (isObject(value)) this.#seeMembers(value, place === 'parts' ? 'part' : place);
  }

  #seeMembers(value: JsonObject, place: Place): void {
    if (place === 'turn' || place === 'part') this.#add(mediumIn(value));
    else if (place === 'blob') this.#add(blobIn(value));
    const places = PLACES[place];
    for (const name in value) {
      const member = value[name];
      if (name === 'cache_control' && isObject(member) && this.keptFor !== 'hour')
        this.keptFor = member['ttl'] === '1h' ? 'hour' : 'minutes';
      this.see(member, places.get(name) ?? 'text');
    }
  }

  #add(medium: Medium | undefined): void {
    if (medium === undefined) return;
    this.payload += medium.payload;
    this.mediaTokens += medium.tokens;
    if (medium.kind === 'audio') this.audioTokens += medium.tokens;
    if (medium.kind === 'image') this.images += 1;
    if (medium.isFetched) this.fetchesMedia = true;
  }
}
