import { isJsonObject, type JsonObject } from '../../../providers/json-parts.ts';
import { findBlobMedium, findMedium, type MediaPart } from './find-medium.ts';

/** The length of a body as it is sent. */
export interface BodySize {
  readonly bytes: number;
  /** The length of its text, in UTF-16 code units, as `String.length` counts them. */
  readonly characters: number;
}

/** The input of a request that decides its maximum usage. */
export interface MeasuredInput {
  /** The input tokens: at least as many as a provider counts for usual texts, with the declared amounts of media. */
  readonly tokens: number;
  /** The tokens of speech among them, which have a separate price. */
  readonly audioTokens: number;
  /** The number of pictures: some models count more for a picture than its declared amount. */
  readonly images: number;
  /** True if the provider fetches a medium of unknown length: a document or a video behind an address or an id. */
  readonly fetchesMedia: boolean;
  /**
   * The time for which the provider is asked to store the input, which has a separate price; undefined if it is not
   * asked.
   */
  readonly keptFor: 'minutes' | 'hour' | undefined;
}

/**
 * The weight of one token. English prose has four or more characters per token, code and JSON about three, and lists of
 * names and numbers 2.7, at the models of 2026.
 */
const WEIGHT_OF_A_TOKEN = 2.5;

/**
 * Tokens about tools that a provider sends to a model in addition to those of the request: 350 to 1,600 at Anthropic.
 */
const TOOLS_TOKENS = 2_000;

/** Tokens about the required form of an answer: 150 and more. */
const FORMAT_TOKENS = 500;
const FORMATS: readonly string[] = ['response_format', 'output_format', 'output_config', 'text'];

/**
 * Measures a complete body, because the provider decides which of its members a model reads.
 *
 * Five bytes count as two tokens. Each byte weighs one: a letter, a digit, a sign of JSON, an escape, a blank. Each
 * value weighs one more, so that a number of one digit, such as the id of a token, is a token. Characters outside ASCII
 * weigh more: three for two bytes, five for three bytes, six for four bytes. Only the payload of a medium weighs
 * nothing, and only in parts of content.
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
  for (const name of FORMATS) if (isJsonObject(body[name])) return true;
  return false;
}

/**
 * The role of a value for a model, by its position. Media count as media in turns and parts only; anywhere else they
 * are text.
 */
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
    // The result of a tool, at Responses.
    ['output', 'parts'],
    ['parts', 'parts'],
  ]),
  // The result of a tool has parts, and so does a document that consists of them.
  part: new Map<string, Place>([
    ['content', 'parts'],
    ['source', 'source'],
    // Google, whose parts have no type.
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
  /** The bytes of the payloads of media. */
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
    } else if (isJsonObject(value)) this.#seeMembers(value, place === 'parts' ? 'part' : place);
  }

  #seeMembers(value: JsonObject, place: Place): void {
    if (place === 'turn' || place === 'part') this.#add(findMedium(value));
    else if (place === 'blob') this.#add(findBlobMedium(value));
    const places = PLACES[place];
    for (const name in value) {
      const member = value[name];
      if (name === 'cache_control' && isJsonObject(member) && this.keptFor !== 'hour')
        this.keptFor = member['ttl'] === '1h' ? 'hour' : 'minutes';
      this.see(member, places.get(name) ?? 'text');
    }
  }

  #add(medium: MediaPart | undefined): void {
    if (medium === undefined) return;
    this.payload += medium.payload;
    this.mediaTokens += medium.tokens;
    if (medium.kind === 'audio') this.audioTokens += medium.tokens;
    if (medium.kind === 'image') this.images += 1;
    if (medium.isFetched) this.fetchesMedia = true;
  }
}
