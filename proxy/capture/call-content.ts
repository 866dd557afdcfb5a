import { MAX_CONTENT_CHARACTERS } from '../../contracts/ingest/events/content.ts';
import type { ContentSource, ContentSelection } from '../../contracts/ingest/events/captured-content.ts';
import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import { protocolAt } from '../../providers/protocols/registry.ts';
import type { Protocol } from '../../providers/protocols/shared/protocol.ts';
import { isNestedDeeper, parseJson } from '../../providers/json-parts.ts';
import { BODY_JSON_BOUNDS } from '../body/json-scanner.ts';
import type { CacheHit } from '../cache/cache-decision.ts';
import type { AnswerListener } from '../usage/answer-reader.ts';
import { isEventStream } from '../headers/media-type.ts';
import { MAX_PARSED_BYTES } from '../usage/body-reader.ts';
import { SseReader } from '../usage/sse-reader.ts';
import type { RequestText } from '../request/read-request-text.ts';
import { readAnswerParts, joinParts } from './answer-parts.ts';
import { StreamedParts } from './streamed-parts.ts';

/** A text that is longer than the maximum, or cannot be serialized. */
export const TEXT_TOO_LONG = Symbol('too long');

export type ObservedText = string | typeof TEXT_TOO_LONG | undefined;

/** The question and answer of a call, as far as they are captured and were received. */
export interface ObservedContent {
  readonly request: ObservedText;
  readonly response: ObservedText;
  /** True if the answer broke off. */
  readonly isCutOff: boolean;
  /** The stored content to which a cache hit refers in place of its own. */
  readonly source?: ContentSource;
  /** The request for which the answer of a hit was created. */
  readonly answer?: string;
}

export interface CallContentParts {
  readonly endpoint: CalledEndpoint;
  /** The question; undefined if it is not captured. */
  readonly asked: RequestText | undefined;
  readonly wanted: ContentSelection;
  readonly keep: (heard: ObservedContent) => void;
  /** The stored content of an answer, by the request for which the answer was created. */
  readonly sourceOf: (answer: string) => ContentSource | undefined;
}

/** The words of one call, as far as they are captured. They are assembled after the caller has its answer. */
export class CallContent implements AnswerListener {
  readonly #parts: CallContentParts;
  readonly #protocol: Protocol;
  #streamed: StreamedParts | undefined;
  #body: unknown;
  /** True if a text was in a part that is too large to parse. */
  #isTooLong = false;

  constructor(parts: CallContentParts) {
    this.#parts = parts;
    this.#protocol = protocolAt(parts.endpoint);
  }

  event(data: unknown): void {
    if (!this.#parts.wanted.response) return;
    this.#streamed ??= new StreamedParts(this.#protocol, MAX_CONTENT_CHARACTERS);
    this.#streamed.see(data);
  }

  body(body: unknown): void {
    if (this.#parts.wanted.response) this.#body = body;
  }

  outline(data: Readonly<Record<string, unknown>> | undefined): void {
    if (this.#parts.wanted.response && mayHoldWords(this.#protocol, data)) this.#isTooLong = true;
  }

  /** Ends the capture, when the row is stored and the answer was sent. */
  end(isWhole: boolean): void {
    // The caller's last bytes are sent first.
    setImmediate(() => this.#keep(isWhole));
  }

  /**
   * Refers to an answer that was recorded before. Its stored content is not stored again, because hits cost nothing and
   * could fill a disk. The request of a similar hit is stored separately.
   */
  replay({ entry, kind }: Pick<CacheHit, 'entry' | 'kind'>): void {
    setImmediate(() => {
      const { wanted, keep, sourceOf } = this.#parts;
      const answer = entry.sourceRequestId;
      const source = sourceOf(answer);
      if (source === undefined) {
        this.#hear(entry);
        this.#keep(true, answer);
        return;
      }
      const isSimilar = kind === 'semantic';
      const request = isSimilar ? this.#request() : undefined;
      const parts = source.parts.filter((part) => wanted[part] && !(isSimilar && part === 'request'));
      keep({ request, response: undefined, isCutOff: false, source: { ...source, parts }, answer });
    });
  }

  #hear({ contentType, body }: CacheHit['entry']): void {
    if (isEventStream(contentType)) {
      const reader = new SseReader(this, () => true);
      reader.see(body);
      reader.end();
    } else if (body.length > MAX_PARSED_BYTES) this.outline(undefined);
    else if (this.#parts.wanted.response) this.body(parseJson(body.toString('utf8')));
  }

  #keep(isWhole: boolean, answer?: string): void {
    const { wanted, keep } = this.#parts;
    const request = this.#request();
    const response = wanted.response ? heard(() => this.#response()) : undefined;
    keep({ request, response, isCutOff: !isWhole, ...(answer !== undefined && { answer }) });
  }

  #request(): ObservedText {
    const { asked } = this.#parts;
    return asked?.isTooLong === true ? TEXT_TOO_LONG : asked?.text;
  }

  #response(): ObservedText {
    const streamed = this.#streamed;
    const isTooLong = this.#isTooLong || streamed?.isTooLong === true;
    if (isTooLong || isNestedDeeper(this.#body, BODY_JSON_BOUNDS.depth)) return TEXT_TOO_LONG;
    return fitting(joinParts(streamed?.parts() ?? readAnswerParts(this.#protocol, this.#body)));
  }
}

/**
 * True if an outline may contain words. An event that repeats the text of earlier pieces does not count, and vectors
 * are not words.
 */
function mayHoldWords(
  { text }: Pick<Protocol, 'text'>,
  outline: Readonly<Record<string, unknown>> | undefined,
): boolean {
  return text !== undefined && !text.repeatsText(outline?.['type']);
}

/** The result of `put`. Nobody waits for its error, and an uncaught error would end the process. */
function heard(put: () => ObservedText): ObservedText {
  try {
    return put();
  } catch {
    return TEXT_TOO_LONG;
  }
}

function fitting(text: string | undefined): ObservedText {
  return text !== undefined && text.length > MAX_CONTENT_CHARACTERS ? TEXT_TOO_LONG : text;
}
