import { PURPOSES, TERMINAL_STATUSES } from '../../../domain/insight/insight-sets.ts';
import { UNPRICED_REASONS } from '../../../domain/models/price.ts';
import type { CallFacts } from '../groups/call-facts.ts';
import { KnownHeads } from './known-heads.ts';
import { expected, LineCursor, type Expected } from './line-cursor.ts';

/**
 * The maximum bytes of a name and of the value of a dimension, and the maximum numbers of members, as in the format.
 */
const MAX = { name: 512, dimension: 128, dimensions: 73, tagKey: 32, noted: 96, notedName: 64, basis: 4_096 } as const;
/** The longest request id that is scanned. Those of the gateway have 31 bytes. */
export const MAX_ID_BYTES = 32;
/**
 * The longest line and the most attempts that are scanned. The events of such a line are within the limits of the
 * format.
 */
const MAX_LINE_BYTES = 16_384;
const MAX_ATTEMPTS = 10;
/** The maximum milliseconds between two instants of a call, as in the format. */
const MAX_MS = 1_000_000_000;
const LATEST_MS = Date.UTC(2100, 0, 1);

const ENDED = expected('{"ended":{"schema":1,"scope":{"organization_id":"');
const ADMITTED = expected('{"event":"request_admitted","schema":1,"scope":{"organization_id":"');
const SCOPE = ['workspace_id', 'application_id', 'gateway_id', 'environment_id'].map((name) =>
  expected(`,"${name}":"`),
);
const TEAM = expected('},"team_id":"');
const DIMENSIONS = expected(',"dimensions":{"key":"');
const PURPOSE = expected('},"purpose":"');
const PURPOSE_TEXTS = PURPOSES.map((purpose) => expected(`${purpose}","logical_request_id":"`));
const OF_GATEWAY = expected('greq_');
const ROUTE = expected(',"route_id":"');
const TRACE = expected(',"trace_id":"');
const SIZE = expected(',"input_size_bucket":"');
const ADMITTED_AT = expected(',"admitted_at":"');
const END_OF_SHARED = expected('}');

const NOTED = [expected(',"streaming":false,"noted":{"key_id":"'), expected(',"streaming":true,"noted":{"key_id":"')];
const END_OF_NOTED = expected('}}');

const ENDED_MS = expected(',"ended_ms":');
const ATTEMPTS = expected(',"attempts":[');
const CALLED = expected('\t{"called":{"provider_id":"');
const MODEL = expected(',"provider_model":"');
const DISPATCHED = expected('},"dispatched_ms":');
const ROLES = [
  expected(',"attempt":{"role":"primary","route_changed":false,"output_state":"'),
  expected(',"attempt":{"role":"fallback","route_changed":true,"output_state":"'),
  expected(',"attempt":{"role":"retry","route_changed":false,"output_state":"'),
];
const OUTPUT = [
  expected('complete","usage_known":'),
  expected('none","usage_known":'),
  expected('partial","usage_known":'),
];
const USAGE = [
  expected('true,"usage_source":"provider","input_tokens":'),
  expected('true,"usage_source":"gateway","input_tokens":'),
  expected('false,"usage_source":"none"'),
];
const UNKNOWN_USAGE = 2;
const OUTPUT_TOKENS = expected(',"output_tokens":');
const READ_TOKENS = expected(',"cache_read_tokens":');
const WRITE_TOKENS = expected(',"cache_write_tokens":');
const REASONING_TOKENS = expected(',"reasoning_tokens":');
const TOTAL_TOKENS = expected(',"total_tokens":');
const COST = [expected('},"cost":{"price_state":"priced","nanos":"'), expected('},"cost":{"price_state":"unpriced"')];
const ESTIMATED = [
  expected('","estimated":false,"price_revision":"'),
  expected('","estimated":true,"price_revision":"'),
  expected('","estimated":true'),
];
const WITHOUT_REVISION = 2;
const REVISION = expected(',"price_revision":"');
const REASON = expected(',"unpriced_reason":"');
const REASONS = UNPRICED_REASONS.map((reason) => expected(`${reason}"`));
const BASIS = expected(',"price_basis":"');
const END_OF_COST = expected('}');
const END_OF_ATTEMPT = expected('}');
const NEXT_ATTEMPT = expected(',');
const REQUEST = expected('],"request":{"status":"');
const STATUSES = TERMINAL_STATUSES.map((status) => expected(`${status}"`));
const KIND = expected(',"terminal_kind":"');
const CACHE_HIT = expected('cache_hit');
const STREAMING = [expected(',"streaming":false,"total_ms":'), expected(',"streaming":true,"total_ms":')];
const FIRST_OUTPUT = expected(',"first_output_ms":');
const END_OF_LINE = expected('}}');

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const SPACE = 0x20;
const UNDERSCORE = 0x5f;

/** Dimensions by which calls are grouped, by the bytes of their members. */
const AGENT = expected('agent":"');
const STEP_CLASS = expected('step_class":"');
const TOOL = expected('tool":"');
const OTHER_DIMENSIONS = ['user":"', 'tenant":"', 'feature":"', 'step_id":"', 'parent_id":"'].map(expected);
const TAG = expected('tag.');

/** A part of a line; empty if the line does not state it. */
export interface Part {
  start: number;
  end: number;
}

function part(): Part {
  return { start: 0, end: 0 };
}

/** Makes a part empty. */
export function clearPart(one: Part): void {
  one.start = 0;
  one.end = 0;
}

/**
 * Scans lines of the gateway without parsing them. A scanner accepts a line only if it has exactly the form in which
 * the gateway writes it. Its facts are then those that the rules of the format give. Its members hold the facts of the
 * line that it accepted last.
 */
export class LineScanner implements CallFacts {
  readonly requestId = part();
  readonly traceId = part();
  readonly agent = part();
  readonly stepClass = part();
  readonly tool = part();
  /** The model that answered, or the last called one. */
  readonly model = part();
  readonly provider = part();
  readonly kind = part();
  admittedMs = 0;
  endedMs = 0;
  /** The index in `TERMINAL_STATUSES`. */
  status = 0;
  attempts = 0;
  /** Sums over all attempts; -1 if the usage of an attempt is unknown. */
  inputTokens = 0;
  outputTokens = 0;
  cachedTokens = 0;
  /** The sum of the known costs. */
  knownNanos = 0;
  isUnpriced = false;
  /** Never true: an ending states the price of each attempt, or the reason why it has none. */
  readonly isPending = false;
  isCostEstimate = false;
  isCacheHit = false;
  latencyMs = 0;
  /** Milliseconds to the first output; -1 if the line does not state them. */
  firstOutputMs = 0;
  readonly #cursor = new LineCursor();
  readonly #admissionHeads = new KnownHeads();
  readonly #endingHeads = new KnownHeads();

  /**
   * Scans a line of an admission. @returns the end of the line; -1 if it is not accepted. @param limit the end of all
   * lines
   */
  scanAdmission(bytes: Uint8Array, start: number, limit: number): number {
    const cursor = this.#cursor;
    cursor.begin(bytes, start, limit);
    return this.#admission() ? this.#endOfLine(start) : -1;
  }

  /**
   * Scans a line of an ended call. @returns the end of the line; -1 if it is not accepted. @param limit the end of all
   * lines
   */
  scanEnding(bytes: Uint8Array, start: number, limit: number): number {
    const cursor = this.#cursor;
    cursor.begin(bytes, start, limit);
    return this.#ending() ? this.#endOfLine(start) : -1;
  }

  #endOfLine(start: number): number {
    const { bytes, at, end } = this.#cursor;
    return at - start <= MAX_LINE_BYTES && (at === end || bytes[at] === NEWLINE) ? at : -1;
  }

  #admission(): boolean {
    const cursor = this.#cursor;
    if (!this.#shared(ADMITTED, this.#admissionHeads) || !this.#admittedAt()) return false;
    if (cursor.oneOf(NOTED) === -1 || !cursor.text(MAX.name)) return false;
    for (let notes = 1; !cursor.is(END_OF_NOTED); notes += 1) if (notes >= MAX.noted || !this.#note()) return false;
    return true;
  }

  #ending(): boolean {
    const cursor = this.#cursor;
    if (!this.#shared(ENDED, this.#endingHeads)) return false;
    if (!cursor.is(END_OF_SHARED) || !this.#admittedAt()) return false;
    if (!cursor.is(ENDED_MS) || !cursor.whole() || cursor.number > MAX_MS) return false;
    const endMs = cursor.number;
    this.endedMs = this.admittedMs + endMs;
    if (this.endedMs >= LATEST_MS || !cursor.is(ATTEMPTS)) return false;
    clearPart(this.model);
    clearPart(this.provider);
    this.attempts = 0;
    this.inputTokens = 0;
    this.outputTokens = 0;
    this.cachedTokens = 0;
    this.knownNanos = 0;
    this.isUnpriced = false;
    this.isCostEstimate = false;
    while (!cursor.is(REQUEST)) {
      if (this.attempts === MAX_ATTEMPTS || (this.attempts > 0 && !cursor.is(NEXT_ATTEMPT))) return false;
      if (!this.#attempt(endMs)) return false;
      this.attempts += 1;
    }
    return this.#request();
  }

  /** Reads the members that the lines of a call share, from the beginning of the line. */
  #shared(start: Expected, heads: KnownHeads): boolean {
    const cursor = this.#cursor;
    if (!heads.read(cursor) && !this.#head(start, heads)) return false;
    clearPart(this.agent);
    clearPart(this.stepClass);
    clearPart(this.tool);
    for (let count = 1; !cursor.is(PURPOSE); count += 1)
      if (count >= MAX.dimensions || !this.#dimension()) return false;
    if (cursor.oneOf(PURPOSE_TEXTS) === -1) return false;
    const idStart = cursor.at;
    if (!cursor.is(OF_GATEWAY) || !cursor.text(MAX_ID_BYTES - OF_GATEWAY.length)) return false;
    this.requestId.start = idStart;
    this.requestId.end = cursor.textEnd;
    if (cursor.is(ROUTE) && !cursor.text(MAX.name)) return false;
    clearPart(this.traceId);
    if (cursor.is(TRACE)) {
      if (!cursor.text(MAX.name)) return false;
      this.#keep(this.traceId);
    }
    return !cursor.is(SIZE) || cursor.text(MAX.name);
  }

  /** Reads the members that all calls of a key share. */
  #head(start: Expected, heads: KnownHeads): boolean {
    const cursor = this.#cursor;
    const from = cursor.at;
    if (!cursor.is(start) || !cursor.text(MAX.name)) return false;
    for (const name of SCOPE) if (!cursor.is(name) || !cursor.text(MAX.name)) return false;
    if (!cursor.is(TEAM) || !cursor.text(MAX.name)) return false;
    if (!cursor.is(DIMENSIONS) || !cursor.text(MAX.dimension)) return false;
    heads.add(cursor, from);
    return true;
  }

  #dimension(): boolean {
    const cursor = this.#cursor;
    const { bytes } = cursor;
    if (bytes[cursor.at] !== COMMA || bytes[cursor.at + 1] !== QUOTE) return false;
    cursor.at += 2;
    if (cursor.is(AGENT)) return this.#kept(this.agent, MAX.dimension);
    if (cursor.is(STEP_CLASS)) return this.#kept(this.stepClass, MAX.dimension);
    if (cursor.is(TOOL)) return this.#kept(this.tool, MAX.dimension);
    if (cursor.oneOf(OTHER_DIMENSIONS) !== -1) return cursor.text(MAX.dimension);
    if (!cursor.is(TAG) || !cursor.text(MAX.tagKey)) return false;
    for (let at = cursor.textStart; at < cursor.textEnd; at += 1) {
      const byte = bytes[at] as number;
      if (byte === SPACE || (byte >= 0x41 && byte <= 0x5a)) return false;
    }
    return this.#value(MAX.dimension);
  }

  #note(): boolean {
    const cursor = this.#cursor;
    const { bytes } = cursor;
    if (bytes[cursor.at] !== COMMA || bytes[cursor.at + 1] !== QUOTE) return false;
    cursor.at += 2;
    // A name such as `__proto__` has a meaning of its own in parsers.
    if (bytes[cursor.at] === UNDERSCORE || !cursor.text(MAX.notedName)) return false;
    for (let at = cursor.textStart; at < cursor.textEnd; at += 1) if (bytes[at] === SPACE) return false;
    return this.#value(MAX.name);
  }

  /** Reads the value of a member behind its name. */
  #value(max: number): boolean {
    const cursor = this.#cursor;
    if (cursor.bytes[cursor.at] !== COLON || cursor.bytes[cursor.at + 1] !== QUOTE) return false;
    cursor.at += 2;
    return cursor.text(max);
  }

  #admittedAt(): boolean {
    const cursor = this.#cursor;
    if (!cursor.is(ADMITTED_AT) || !cursor.instant()) return false;
    this.admittedMs = cursor.number;
    return true;
  }

  #attempt(endMs: number): boolean {
    const cursor = this.#cursor;
    if (!this.#called() || !cursor.is(DISPATCHED) || !cursor.whole()) return false;
    const dispatchedMs = cursor.number;
    if (!this.#result() || !cursor.is(END_OF_COST)) return false;
    let attemptEndMs = endMs;
    if (cursor.is(ENDED_MS)) {
      if (!cursor.whole()) return false;
      attemptEndMs = cursor.number;
    }
    if (dispatchedMs > attemptEndMs || attemptEndMs > MAX_MS) return false;
    return this.admittedMs + attemptEndMs < LATEST_MS && cursor.is(END_OF_ATTEMPT);
  }

  #called(): boolean {
    const cursor = this.#cursor;
    if (!cursor.is(CALLED) || !this.#kept(this.provider, MAX.name)) return false;
    return cursor.is(MODEL) && this.#kept(this.model, MAX.name);
  }

  /** Reads the role, the output, the usage and the cost of an attempt. */
  #result(): boolean {
    const cursor = this.#cursor;
    if (cursor.oneOf(ROLES) === -1 || cursor.oneOf(OUTPUT) === -1) return false;
    const usage = cursor.oneOf(USAGE);
    if (usage === -1 || (usage !== UNKNOWN_USAGE && !this.#tokens())) return false;
    return this.#cost(usage === UNKNOWN_USAGE);
  }

  #tokens(): boolean {
    const cursor = this.#cursor;
    if (!cursor.whole()) return false;
    this.#addTokens('inputTokens', cursor.number);
    if (!cursor.is(OUTPUT_TOKENS) || !cursor.whole()) return false;
    this.#addTokens('outputTokens', cursor.number);
    if (cursor.is(READ_TOKENS)) {
      if (!cursor.whole()) return false;
      this.#addTokens('cachedTokens', cursor.number);
    }
    if (cursor.is(WRITE_TOKENS) && !cursor.whole()) return false;
    if (cursor.is(REASONING_TOKENS) && !cursor.whole()) return false;
    return cursor.is(TOTAL_TOKENS) && cursor.whole();
  }

  #addTokens(name: 'inputTokens' | 'outputTokens' | 'cachedTokens', count: number): void {
    if (this[name] !== -1) this[name] += count;
  }

  #cost(isUsageUnknown: boolean): boolean {
    const cursor = this.#cursor;
    const state = cursor.oneOf(COST);
    if (state === -1) return false;
    // A call that the provider rejected costs nothing and used no tokens, although no usage was reported.
    if (state === 1 || !isFree(cursor)) {
      if (isUsageUnknown) this.inputTokens = this.outputTokens = this.cachedTokens = -1;
    }
    return state === 0 ? this.#price() : this.#noPrice();
  }

  #price(): boolean {
    const cursor = this.#cursor;
    if (!cursor.whole()) return false;
    const nanos = cursor.number;
    this.knownNanos += nanos;
    const estimated = cursor.oneOf(ESTIMATED);
    if (estimated === -1) return false;
    if (estimated > 0 && nanos > 0) this.isCostEstimate = true;
    return estimated === WITHOUT_REVISION || cursor.text(MAX.name);
  }

  #noPrice(): boolean {
    const cursor = this.#cursor;
    this.isUnpriced = true;
    if (!cursor.is(REVISION) || !cursor.text(MAX.name)) return false;
    if (!cursor.is(REASON) || cursor.oneOf(REASONS) === -1) return false;
    return !cursor.is(BASIS) || cursor.escapedText(4, MAX.basis);
  }

  #request(): boolean {
    const cursor = this.#cursor;
    this.status = cursor.oneOf(STATUSES);
    if (this.status === -1) return false;
    clearPart(this.kind);
    if (cursor.is(KIND) && !this.#kept(this.kind, MAX.name)) return false;
    this.isCacheHit =
      this.kind.end - this.kind.start === CACHE_HIT.length && cursor.hasText(this.kind.start, CACHE_HIT);
    const streaming = cursor.oneOf(STREAMING);
    if (streaming === -1 || !cursor.decimal()) return false;
    this.latencyMs = cursor.number;
    this.firstOutputMs = -1;
    if (cursor.is(FIRST_OUTPUT)) {
      if (streaming === 0 || !cursor.decimal()) return false;
      this.firstOutputMs = cursor.number;
    }
    return cursor.is(END_OF_LINE);
  }

  /** Reads the rest of a text, and keeps its place. */
  #kept(place: Part, max: number): boolean {
    if (!this.#cursor.text(max)) return false;
    this.#keep(place);
    return true;
  }

  #keep(place: Part): void {
    place.start = this.#cursor.textStart;
    place.end = this.#cursor.textEnd;
  }
}

const FREE = expected('0"');

/** True if the amount that follows is 0. It is not read. */
function isFree(cursor: LineCursor): boolean {
  const { at } = cursor;
  const isZero = cursor.is(FREE);
  cursor.at = at;
  return isZero;
}
