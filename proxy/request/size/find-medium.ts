import { isJsonObject, type JsonObject } from '../../../providers/json-parts.ts';

type MediumKind = 'image' | 'audio' | 'video' | 'document';

/** A picture, speech or a document in a part of content. */
export interface MediaPart {
  readonly kind: MediumKind;
  /** The maximum tokens of the medium for a model, if it is not fetched. */
  readonly tokens: number;
  /** The characters of Base64, which are not text; 0 if the data is text or an address. */
  readonly payload: number;
  /** True if the provider fetches it, so that the request does not bound its length. */
  readonly isFetched: boolean;
}

/**
 * The minimum tokens that each medium counts: the largest picture, a quarter of an hour of speech, twenty pages of text
 * and pictures.
 */
const DECLARED: Readonly<Record<MediumKind, number>> = { image: 5_000, audio: 10_000, video: 50_000, document: 50_000 };

/**
 * The characters of Base64 per token of a longer medium. A page of text and pictures has 3,000 tokens in 20 kB or more.
 * Speech has ten tokens a second: in 1,300 characters or more if it is compressed, and in 10,000 or more as samples.
 */
const [DOCUMENT_CHARACTERS, COMPRESSED_CHARACTERS, SAMPLED_CHARACTERS] = [6, 130, 1_000];

/** The content that a part states to have. */
interface Content {
  readonly kind: MediumKind;
  /** Base64, with or without the head of a `data:` URL, or an address in place of it. */
  readonly data?: unknown;
  /** The media type that the content claims. */
  readonly claims?: unknown;
  /** An address or an id. */
  readonly fetched?: unknown;
}

/** The parts that hold media, by their type, for all endpoints. */
const CONTENTS: ReadonlyMap<unknown, (part: JsonObject) => Content> = new Map<unknown, (part: JsonObject) => Content>([
  ['image', ({ source }) => sourceOf('image', source)],
  ['image_url', ({ image_url: url }) => ({ kind: 'image', data: isJsonObject(url) ? url['url'] : url })],
  ['input_image', ({ image_url: data, file_id: fetched }) => ({ kind: 'image', data, fetched })],
  ['computer_screenshot', ({ image_url: data, file_id: fetched }) => ({ kind: 'image', data, fetched })],
  ['image_generation_call', ({ result: data }) => ({ kind: 'image', data })],
  ['input_audio', ({ input_audio: audio }) => speechOf(audio)],
  ['document', ({ source }) => sourceOf('document', source)],
  ['file', ({ file }) => fileOf(file)],
  ['input_file', fileOf],
  ['container_upload', ({ file_id: fetched }) => ({ kind: 'document', fetched })],
  ['video_url', ({ video_url: fetched }) => ({ kind: 'document', fetched })],
  ['input_video', ({ video_url: fetched }) => ({ kind: 'document', fetched })],
  ['audio_url', ({ audio_url: fetched }) => ({ kind: 'document', fetched })],
]);

/** The medium in a part of content; undefined if the part has none. */
export function findMedium(part: JsonObject): MediaPart | undefined {
  const content = CONTENTS.get(part['type'])?.(part);
  if (content === undefined) return undefined;
  const { kind, claims } = content;
  const data = content.data ?? undefined;
  if (data === undefined && (content.fetched ?? undefined) === undefined) return undefined;
  const payload = payloadOf(kind, data, claims);
  const isFetched = kind === 'document' && (data === undefined || isAddress(data));
  // A document that is a text is counted there as text.
  if (kind === 'document' && payload === 0 && !isFetched) return undefined;
  return { kind, tokens: tokensOf(kind, payload, claims), payload, isFetched };
}

/**
 * The medium in a blob of Google, or in a file that the blob names; undefined for a text. A video may have any length,
 * however few its bytes are.
 */
export function findBlobMedium(blob: JsonObject): MediaPart | undefined {
  const { data, mimeType, mime_type: snakeType } = blob;
  // If two types are stated, either may apply.
  if (mimeType !== undefined && snakeType !== undefined) return undefined;
  const claims = mimeType ?? snakeType;
  const kind = kindOf(claims);
  const isFile = (blob['fileUri'] ?? blob['file_uri']) !== undefined;
  if (isFile)
    return {
      kind: kind ?? 'document',
      tokens: tokensOf(kind ?? 'document', 0, claims),
      payload: 0,
      isFetched: kind !== 'image',
    };
  const payload = kind === undefined ? 0 : payloadOf(kind, data, claims);
  if (kind === undefined || payload === 0) return undefined;
  return { kind, tokens: tokensOf(kind, payload, claims), payload, isFetched: kind === 'video' };
}

function kindOf(claims: unknown): MediumKind | undefined {
  return (['image', 'audio', 'video', 'document'] as const).find((kind) => claims !== undefined && isOf(kind, claims));
}

function sourceOf(kind: MediumKind, source: unknown): Content {
  if (!isJsonObject(source)) return { kind };
  const { type, data, media_type: claims, url, file_id: id } = source;
  // A document may be a text, or parts that are measured separately.
  return type === 'text' || type === 'content' ? { kind } : { kind, data, claims, fetched: url ?? id };
}

function speechOf(audio: unknown): Content {
  if (!isJsonObject(audio)) return { kind: 'audio' };
  const { data, format } = audio;
  return { kind: 'audio', data, claims: typeof format === 'string' ? `audio/${format}` : undefined };
}

function fileOf(file: unknown): Content {
  if (!isJsonObject(file)) return { kind: 'document' };
  const { file_data: data, file_id: id, file_url: url } = file;
  return { kind: 'document', data, fetched: id ?? url };
}

const DATA_URL = /^data:([^;,]{0,128})(?:;[^;,]{1,128}){0,8};base64,/i;
const ADDRESS = /^(?!data:)[a-z][a-z0-9+.-]{0,31}:\S*$/i;
/** The characters that are not Base64. The search reads each character once. */
const NO_BASE64 = /[^A-Za-z0-9+/_=\r\n-]/;

function isAddress(data: unknown): boolean {
  return typeof data === 'string' && ADDRESS.test(data);
}

/**
 * The number of Base64 characters of the stated medium. If there are other characters, some server reads the data as
 * text, so the result is 0.
 */
function payloadOf(kind: MediumKind, data: unknown, claims: unknown): number {
  if (typeof data !== 'string') return 0;
  const head = DATA_URL.exec(data);
  const base64 = head === null ? data : data.slice(head[0].length);
  return isOf(kind, head?.[1] ?? claims) && !NO_BASE64.test(base64) ? base64.length : 0;
}

/** True if the claimed type fits the kind, or no type is claimed. */
function isOf(kind: MediumKind, claimed: unknown): boolean {
  if (claimed === undefined) return true;
  const type = typeof claimed === 'string' ? claimed.toLowerCase() : '';
  return kind === 'document' ? type === 'application/pdf' : type.startsWith(`${kind}/`);
}

function tokensOf(kind: MediumKind, payload: number, claims: unknown): number {
  if (kind === 'image') return DECLARED.image;
  const isSampled = claims === 'audio/wav';
  const characters = kind === 'document' ? DOCUMENT_CHARACTERS : isSampled ? SAMPLED_CHARACTERS : COMPRESSED_CHARACTERS;
  return Math.max(DECLARED[kind], Math.ceil(payload / characters));
}
