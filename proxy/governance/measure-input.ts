import { isObject } from '../../providers/wires/json-parts.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** What a request sends, as far as that decides the most that it can come to. */
export interface MeasuredInput {
  /** No fewer than a provider counts, of usual texts. */
  readonly tokens: number;
  /** How long a provider is asked to keep what is sent, which has a price of its own; undefined where it is not. */
  readonly keptFor: 'minutes' | 'hour' | undefined;
}

/** Prose in English has four characters or more to a token, code and JSON about three. */
const CHARACTERS_OF_A_TOKEN = 3;

/** What a provider says to a model about tools, beside what the request says of them: 350 to 800 tokens at Anthropic. */
const TOOLS_TOKENS = 1_000;

interface Medium {
  readonly tokens: number;
  /** One of them holds it, or says where it lies. */
  readonly members: readonly string[];
}

/** The largest picture, a quarter of an hour of speech, twenty pages of text and pictures. Nothing shorter tells how large they are to a model. */
const [IMAGE_TOKENS, AUDIO_TOKENS, DOCUMENT_TOKENS] = [5_000, 10_000, 50_000];

/** Media by the type of their part, at all endpoints. */
const MEDIA: ReadonlyMap<unknown, Medium> = new Map<unknown, Medium>([
  ['image', { tokens: IMAGE_TOKENS, members: ['source'] }],
  ['image_url', { tokens: IMAGE_TOKENS, members: ['image_url'] }],
  ['input_image', { tokens: IMAGE_TOKENS, members: ['image_url', 'file_id'] }],
  ['input_audio', { tokens: AUDIO_TOKENS, members: ['input_audio'] }],
  ['document', { tokens: DOCUMENT_TOKENS, members: ['source'] }],
  ['file', { tokens: DOCUMENT_TOKENS, members: ['file'] }],
  ['input_file', { tokens: DOCUMENT_TOKENS, members: ['file_data', 'file_id', 'file_url'] }],
]);

/** Members of media that are no words, unless they look like words: neither Base64 nor an address has blanks or letters of other alphabets. */
const PAYLOADS: readonly string[] = ['data', 'url', 'image_url', 'file_data', 'file_url'];
const NO_PAYLOAD = /[^!-~]/;

/** Measures a whole body: which of its members a model reads is the provider's affair. */
export function measureInput(body: JsonObject): MeasuredInput {
  const { tools } = body;
  const sum: Sum = {
    tokens: Array.isArray(tools) && tools.length > 0 ? TOOLS_TOKENS : 0,
    weight: 0,
    keptFor: undefined,
  };
  add(sum, body, false);
  return { tokens: sum.tokens + Math.ceil(sum.weight / CHARACTERS_OF_A_TOKEN), keptFor: sum.keptFor };
}

interface Sum {
  tokens: number;
  /** Of texts, in characters of ASCII. */
  weight: number;
  keptFor: MeasuredInput['keptFor'];
}

/** Each value is a token for the signs around it, or for itself where it is a number. */
function add(sum: Sum, value: unknown, isMedium: boolean): void {
  sum.tokens += 1;
  if (typeof value === 'string') sum.weight += weightOf(value);
  else if (Array.isArray(value)) for (const item of value) add(sum, item, isMedium);
  else if (isObject(value)) addMembers(sum, value, isMedium);
}

function addMembers(sum: Sum, value: JsonObject, isInMedium: boolean): void {
  const medium = mediumOf(value);
  if (medium !== undefined) sum.tokens += medium.tokens;
  const isMedium = isInMedium || medium !== undefined;
  for (const name of Object.keys(value)) {
    const member = value[name];
    sum.weight += weightOf(name);
    if (name === 'cache_control' && isObject(member) && sum.keptFor !== 'hour')
      sum.keptFor = member['ttl'] === '1h' ? 'hour' : 'minutes';
    if (!isMedium || !isPayload(name, member)) add(sum, member, isMedium);
  }
}

function mediumOf(value: JsonObject): Medium | undefined {
  const medium = MEDIA.get(value['type']);
  if (medium === undefined || !medium.members.some((name) => (value[name] ?? null) !== null)) return undefined;
  const { source } = value;
  // A document may be a text, or parts that are looked at by themselves.
  return isObject(source) && (source['type'] === 'text' || source['type'] === 'content') ? undefined : medium;
}

function isPayload(name: string, value: unknown): boolean {
  return typeof value === 'string' && PAYLOADS.includes(name) && !NO_PAYLOAD.test(value);
}

/**
 * A character of ASCII weighs one. Any other is a token or more: three where it has two bytes, as in Greek and Cyrillic, and five where it has
 * three, as in Chinese, Hindi and Thai.
 */
function weightOf(text: string): number {
  return 2 * Buffer.byteLength(text) - text.length;
}
