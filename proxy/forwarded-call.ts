import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { CalledEndpoint } from '../domain/gateway/endpoints.ts';
import type { FaultPoints } from '../domain/kernel/fault-points.ts';
import type { PriceTable } from '../providers/prices/price-table.ts';
import { sentBody, type BodyBytes } from './body/body-bytes.ts';
import type { CallersEnd } from './callers-end.ts';
import type { AnswerRecorder } from './cache/answer-recorder.ts';
import type { CachePass } from './cache/cache-turn.ts';
import type { CallWords } from './capture/call-words.ts';
import { endingOf, type CallProgress, type CutReason } from './decision-log/ending-of.ts';
import type { AdmittedCall } from './decision-log/admitted-call.ts';
import type { CallEnding, EarlierAttempt } from './decision-log/call-ending.ts';
import { admissionLine, endingLine } from './decision-log/decision-lines.ts';
import type { DecisionLog } from './decision-log/decision-log.ts';
import type { Admission } from './governance/admission.ts';
import type { BodyHold } from './body/held-bodies.ts';
import type { KeyRing } from './key-ring.ts';
import { addedHeader, COST_HEADER, costText } from './headers/figure-headers.ts';
import { downstreamHeaders } from './headers/forward-headers.ts';
import { isEventStream } from './headers/media-type.ts';
import { PROVIDER_SILENT, providerErrorOf } from './provider-error.ts';
import type { ProxyMetrics } from './metrics/proxy-metrics.ts';
import type { AskedCall } from './read-call.ts';
import { INVALID_KEY, KEYS_UNKNOWN, LOG_UNAVAILABLE, STOPPING, type GatewayError } from './refusal.ts';
import type { Upstream } from './open-upstream.ts';
import { AttemptHandler } from './routing/attempt-handler.ts';
import type { AttemptPlan, Candidate } from './routing/attempt-plan.ts';
import { retryAfterIn } from './routing/retry-after-in.ts';
import type { RoutingMetrics } from './routing/routing-metrics.ts';
import { triesField, type TriedAttempt } from './routing/tries-field.ts';
import { turnBytes } from './turn-bytes.ts';
import { endAnswer, sayHeaders, writeError } from './write-answer.ts';
import type { CallTrace } from './traces/call-trace.ts';
import type { CallTraces } from './traces/call-traces.ts';
import type { AnswerMemory, AnswerReader } from './usage/answer-reader.ts';
import { MOST_PIECES } from './usage/body-reader.ts';
import { createAnswerReader } from './usage/create-answer-reader.ts';

export interface ForwardedParts {
  readonly keys: Pick<KeyRing, 'refusalOf'>;
  readonly log: DecisionLog;
  readonly prices: PriceTable;
  readonly metrics: Pick<ProxyMetrics, 'answered' | 'ended' | 'called'> & Pick<RoutingMetrics, 'retried'>;
  /** Absent where no crash is tested. */
  readonly faultPoints?: FaultPoints | undefined;
  /** Absent where nothing is traced. */
  readonly traces?: CallTraces | undefined;
  /** Milliseconds that only go on. */
  readonly elapsed: () => number;
}

/** A call as one provider gets it. */
export interface SentTo {
  readonly asked: AskedCall;
  readonly upstream: Upstream;
  /** Path and query there. */
  readonly path: string;
  /** Names and values one after the other. */
  readonly headers: string[];
  readonly body: BodyBytes;
  /** Names and values of what its answer says of the tier that was chosen, one after the other. */
  readonly routeHeaders: readonly string[];
}

/** A call that is sent on. */
export interface Forwarding extends SentTo {
  readonly call: AdmittedCall;
  readonly endpoint: CalledEndpoint;
  /** Who else may answer it; undefined where nobody is asked again. */
  readonly again: Again | undefined;
  /** What is reserved for it; undefined where there are no limits. */
  readonly admission: Admission | undefined;
  /** What the cache makes of it; undefined where no rule is about it. */
  readonly cache: CachePass | undefined;
  /** What is captured of it; undefined where nothing is. */
  readonly words: CallWords | undefined;
  /** What it may hold of its answer is taken of the same room as its body. */
  readonly room: Pick<BodyHold, 'take'>;
  /** Whether its caller reads what stands behind the body of an answer. */
  readonly takesTrailers: boolean;
  /** When it was let in, by the clock that only goes on. */
  readonly startedAt: number;
}

/** How a call is sent again. */
export interface Again {
  readonly plan: AttemptPlan;
  readonly sentTo: (candidate: Candidate) => SentTo;
}

/** The most of an answer that waits for its end; what is larger, or has no room, goes on as it comes. */
const MOST_HELD_BYTES = 1_048_576;

/** The most of a stream that waits for its admission to be kept; then the provider waits as well. */
const MOST_UNTIL_ADMITTED_BYTES = 65_536;

/** The blanks of JSON: tab, line feed, return and space. A compressed answer begins with other control characters. */
const BLANKS: readonly unknown[] = [0x09, 0x0a, 0x0d, 0x20];

class Cut extends Error {
  readonly reason: CutReason;

  constructor(reason: CutReason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * A call on its way to a provider and back. Its admission is kept before the first byte of the answer goes out, and what it came to
 * before the last one does; between the two every piece of a stream goes on as it comes. Any other answer is of use as a whole alone:
 * it goes out at its end, so that its head can say what it cost.
 */
export class ForwardedCall implements Dispatcher.DispatchHandler {
  readonly #parts: ForwardedParts;
  readonly #forwarding: Forwarding;
  readonly #response: CallersEnd;
  readonly #done: () => void;
  readonly #trace: CallTrace | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #cut: CutReason | undefined;
  #isAdmitted = false;
  #isEnding = false;
  /** Whoever is asked now. */
  #sent: SentTo;
  #recorder: AnswerRecorder | undefined;
  readonly #tries: TriedAttempt[] = [];
  readonly #earlier: EarlierAttempt[] = [];
  /** What passed before anybody was asked. */
  #ownMs = 0;
  #dispatchedMs = 0;
  #retryAfterMs: number | undefined;
  #answeredMs: number | undefined;
  #firstOutputMs: number | undefined;
  #status: number | undefined;
  #head: IncomingHttpHeaders = {};
  #reader: AnswerReader | undefined;
  /** What its answer is read and recorded in: pieces that wait anyway are taken once. */
  readonly #memory: AnswerMemory = {
    take: (bytes) => this.#forwarding.room.take(bytes),
    isHeld: () => this.#isHeld,
  };
  /** Bytes that are still to come of an answer that says how long it is. */
  #bytesLeft = Infinity;
  /** Whether the answer waits for its end. */
  #isHeld = false;
  #heldBytes = 0;
  #untilAdmittedBytes = 0;
  /** What has not gone out yet: all of an answer that waits, the last piece of any other. */
  readonly #held: Buffer[] = [];
  #hasTrailer = false;
  #hasOutput = false;

  constructor(parts: ForwardedParts, forwarding: Forwarding, response: CallersEnd, done: () => void) {
    this.#parts = parts;
    this.#forwarding = forwarding;
    this.#sent = forwarding;
    this.#recorder = forwarding.cache?.recorder;
    this.#response = response;
    this.#done = done;
    this.#trace = parts.traces?.of(forwarding.call.requestId);
  }

  /** Admits and sends at once: the provider is not kept waiting for the disk. */
  start(): void {
    this.#parts.log.keepSoon([admissionLine(this.#forwarding.call)], {
      kept: () => this.#goOn(),
      lost: () => this.cut('log_unavailable'),
      isOwed: true,
      by: this.#forwarding.call.key,
    });
    // A stream goes on as soon as it begins: its admission is to be kept by then.
    if (this.#forwarding.call.streaming) this.#parts.log.hurry();
    this.#response.on('close', () => {
      if (!this.#response.writableFinished) this.cut('caller_gone');
    });
    // It may have gone while the cache was asked.
    if (this.#response.destroyed) {
      this.cut('caller_gone');
      return;
    }
    this.#ownMs = this.#sinceStart();
    this.#dispatch();
  }

  #dispatch(): void {
    const { upstream, path, headers, body } = this.#sent;
    this.#dispatchedMs = this.#sinceStart();
    const handler = this.#forwarding.again === undefined ? this : new AttemptHandler(this);
    this.#parts.faultPoints?.reach('gateway.before_dispatch');
    upstream.pool.dispatch({ method: 'POST', path, ...sentBody(body, headers) }, handler);
    this.#parts.faultPoints?.reach('gateway.after_dispatch');
  }

  /** Whether it is asked again in place of what came; `status` is undefined where no answer began. */
  isSentAgain(status: number | undefined, headers: IncomingHttpHeaders): boolean {
    const { again, call } = this.#forwarding;
    if (again === undefined || this.#isEnding || this.#cut !== undefined || this.#status !== undefined) return false;
    const retryAfterMs = retryAfterIn(headers, call.admittedAt);
    const failed = { status, wasSent: this.#controller !== undefined, retryAfterMs };
    const next = again.plan.next(failed, this.#sinceStart());
    if (next === undefined) return false;
    this.#status = status;
    this.#retryAfterMs = retryAfterMs;
    this.#tries.push(this.#tried());
    this.#parts.metrics.retried(status === undefined ? 'unreachable' : `http_${status}`);
    const ending = this.#ending(undefined);
    this.#parts.metrics.called(this.#sent.upstream.name, ending.kind);
    if (ending.attempt !== undefined) {
      this.#tell(ending);
      this.#earlier.push({ ...ending.attempt, endedMs: ending.totalMs });
    }
    this.#status = undefined;
    this.#controller = undefined;
    this.#sent = again.sentTo(next.candidate);
    // It was looked up as what the first of them answers.
    this.#recorder?.letGo();
    this.#recorder = undefined;
    this.#parts.faultPoints?.reach('gateway.between_attempts');
    setTimeout(() => {
      if (this.#isEnding) return;
      // It may have been revoked while the provider was asked, or waited for.
      const refused = this.#parts.keys.refusalOf(call.key);
      if (refused === undefined) this.#dispatch();
      else this.cut(refused.type);
    }, next.waitMs);
    return true;
  }

  #tried(): TriedAttempt {
    const { upstream, asked } = this.#sent;
    return { provider: upstream.name, model: asked.model, status: this.#status };
  }

  /** Ends it where it is. */
  cut(reason: CutReason): void {
    if (this.#isEnding || this.#cut !== undefined) return;
    this.#cut = reason;
    if (this.#controller === undefined) this.#end(new Cut(reason));
    else this.#controller.abort(new Cut(reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#cut !== undefined) controller.abort(new Cut(this.#cut));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    const { endpoint, words } = this.#forwarding;
    const { upstream } = this.#sent;
    this.#status = status;
    this.#head = headers;
    this.#answeredMs = this.#sinceStart();
    const length = Number(headers['content-length'] ?? Number.NaN);
    if (Number.isSafeInteger(length)) this.#bytesLeft = length;
    if (status === 503) this.#retryAfterMs = retryAfterIn(headers, this.#forwarding.call.admittedAt);
    this.#isHeld = !isEventStream(headers['content-type']);
    this.#recorder?.begin(status, headers, this.#memory);
    const form = { endpoint, usage: upstream.usageForm(endpoint), headers };
    if (status < 300) this.#reader = createAnswerReader(form, this.#memory, words);
    // What is held goes out with its whole row.
    if (!this.#isHeld) this.#begin();
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#firstOutputMs ??= this.#sinceStart();
    this.#hasOutput = true;
    this.#bytesLeft -= chunk.length;
    if (this.#isHeld && !this.#waits(chunk)) {
      this.#isHeld = false;
      this.#begin();
    }
    this.#reader?.see(chunk);
    this.#recorder?.see(chunk);
    // With the last byte the answer would have ended, and its row would not be kept yet.
    if (this.#isHeld || !this.#isAdmitted || this.#bytesLeft === 0) {
      this.#held.push(chunk);
      // A short answer is heard to its end: a provider that closes its connection meanwhile would else have broken off.
      if (!this.#isHeld && !this.#isAdmitted && !this.#hasRoomUntilAdmitted(chunk)) controller.pause();
    } else if (!this.#response.write(chunk)) {
      controller.pause();
      this.#response.once('drain', () => controller.resume());
    }
    turnBytes.share(controller, chunk.length, () => this.#response.writableNeedDrain);
    this.#parts.faultPoints?.reach('gateway.within_answer');
  }

  onResponseEnd(): void {
    if (this.#reader === undefined) this.#end(undefined);
    else this.#reader.finish(() => this.#end(undefined));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  /** Its admission is kept. */
  #goOn(): void {
    try {
      this.#admit();
    } catch (error) {
      // A head that cannot be passed on, such as one with a control character in it.
      this.#controller?.abort(error as Error);
    }
  }

  #admit(): void {
    this.#isAdmitted = true;
    if (this.#status === undefined || this.#isHeld || this.#isEnding || this.#controller === undefined) return;
    this.#begin();
    if (this.#controller.paused) this.#controller.resume();
  }

  /** Has an answer go on as it comes, once its admission is kept: whoever waits for a stream is told at once that there is one. */
  #begin(): void {
    if (!this.#isAdmitted) {
      this.#parts.log.hurry();
      return;
    }
    this.#writeHead(this.#answeredMs ?? 0);
    this.#response.flushHeaders();
    const isWhole = this.#bytesLeft === 0;
    for (const piece of this.#held.splice(0, this.#held.length - (isWhole ? 1 : 0))) this.#response.write(piece);
  }

  /** Whether a piece waits with those before it. Providers at work may send blanks until they answer: a sign of life is of use at once. */
  #waits(chunk: Buffer): boolean {
    this.#heldBytes += chunk.length;
    const isSignOfLife = this.#held.length === 0 && BLANKS.includes(chunk[0]);
    const isShort = this.#heldBytes <= MOST_HELD_BYTES && this.#held.length < MOST_PIECES;
    return isShort && !isSignOfLife && this.#forwarding.room.take(chunk.length);
  }

  /** Whether more of an answer may come that goes on as soon as its admission is kept. */
  #hasRoomUntilAdmitted(chunk: Buffer): boolean {
    this.#untilAdmittedBytes += chunk.length;
    return this.#untilAdmittedBytes < MOST_UNTIL_ADMITTED_BYTES;
  }

  /**
   * @param providedMs when the provider was last waited for
   * @param whole what is said of an answer that has come to its end: names and values one after the other
   */
  #writeHead(providedMs: number, whole?: readonly string[]): void {
    this.#response.sendDate = false;
    const { call, admission, cache } = this.#forwarding;
    const headers = downstreamHeaders(this.#head, call.requestId, this.#sent.upstream.returnedHeaders);
    headers.push(...this.#sent.routeHeaders, ...this.#triesHeader());
    if (admission !== undefined) headers.push(...admission.headers());
    if (cache !== undefined) headers.push('x-tt-cache', cache.status);
    const addedMs = this.#ownMs + this.#sinceStart() - providedMs;
    headers.push(...addedHeader(addedMs), ...(whole ?? this.#trailerHeader()));
    this.#response.writeHead(this.#status ?? 502, headers);
    this.#parts.faultPoints?.reach('gateway.after_head');
    this.#parts.metrics.answered({ upstreamMs: (this.#answeredMs ?? 0) - this.#dispatchedMs, addedMs });
  }

  #end(error: Error | undefined): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const { call } = this.#forwarding;
    const ending = this.#ending(error);
    this.#parts.metrics.ended(this.#forwarding.endpoint, ending.status);
    this.#parts.metrics.called(this.#sent.upstream.name, ending.kind);
    this.#tell(ending);
    this.#parts.log.keep([endingLine(call, ending)], {
      kept: () => this.#close(ending, () => this.#answer(ending, error)),
      lost: () =>
        this.#close(ending, () => {
          this.#recorder?.letGo();
          this.#breakOff(error ?? new Cut('log_unavailable'));
        }),
      isOwed: true,
      by: call.key,
    });
  }

  #answer(ending: CallEnding, error: Error | undefined): void {
    if (error === undefined) this.#finish(ending);
    else this.#breakOff(error);
    this.#parts.faultPoints?.reach('gateway.after_answer');
    this.#recorder?.end(ending);
    this.#forwarding.words?.end(ending.isAnswer === true);
  }

  /** Once nothing more is said of it in the log. */
  #close({ attempt }: CallEnding, last: () => void): void {
    try {
      last();
    } catch {
      this.#response.destroy();
    } finally {
      // Only what the log tells is settled: a process that is killed in between is charged what it held.
      this.#forwarding.admission?.settle(attempt);
      this.#done();
    }
  }

  #triesHeader(): readonly string[] {
    if (this.#tries.length === 0) return [];
    return ['x-tt-attempts', triesField([...this.#tries, this.#tried()])];
  }

  /** What is to come behind the body is said before it; only an answer of unknown length has something behind. */
  #trailerHeader(): readonly string[] {
    this.#hasTrailer = this.#forwarding.takesTrailers && this.#bytesLeft === Infinity;
    return this.#hasTrailer ? ['trailer', COST_HEADER] : [];
  }

  #tell(ending: CallEnding): void {
    if (this.#trace === undefined) return;
    const { endpoint, startedAt } = this.#forwarding;
    const { upstream, asked } = this.#sent;
    const { model } = asked;
    const dispatchedAt = startedAt + this.#dispatchedMs;
    this.#trace.called({ endpoint, upstream, model, status: this.#status, dispatchedAt, ending });
  }

  #ending(error: Error | undefined): CallEnding {
    const { asked, upstream } = this.#sent;
    const progress: CallProgress = {
      asked,
      upstream,
      status: this.#status,
      retryAfterMs: this.#retryAfterMs,
      answer: this.#reader?.end(),
      hasOutput: this.#hasOutput,
      error,
      cut: this.#cut,
      wasSent: this.#controller !== undefined,
    };
    const ending = endingOf(progress, this.#parts.prices, {
      admittedAt: this.#forwarding.call.admittedAt,
      dispatchedMs: this.#dispatchedMs,
      totalMs: this.#sinceStart(),
      firstOutputMs: this.#firstOutputMs,
    });
    return this.#earlier.length === 0 ? ending : { ...ending, earlier: this.#earlier };
  }

  #finish({ attempt, totalMs }: CallEnding): void {
    const cost = costText(attempt);
    if (!this.#response.headersSent) {
      if (this.#isHeld) this.#writeHead(totalMs, cost === undefined ? [] : [COST_HEADER, cost]);
      else this.#writeHead(this.#answeredMs ?? 0);
    }
    if (this.#hasTrailer && cost !== undefined) this.#response.addTrailers({ [COST_HEADER]: cost });
    const last = this.#held.pop();
    for (const piece of this.#held) this.#response.write(piece);
    endAnswer(this.#response, last);
  }

  /** What has begun cannot be made another answer: its connection ends without an end. */
  #breakOff(error: Error): void {
    const { call, admission, cache } = this.#forwarding;
    if (this.#response.headersSent) this.#response.destroy();
    else if (this.#hasUnsentOutput && !(error instanceof Cut)) {
      this.#writeHead(this.#answeredMs ?? 0);
      this.#response.write(Buffer.concat(this.#held), () => this.#response.destroy());
    } else if (!this.#response.destroyed) {
      sayHeaders(this.#response, [...this.#sent.routeHeaders, ...this.#triesHeader()]);
      if (admission?.isSuspended === true) this.#response.setHeader('x-tt-coordination', 'suspended');
      if (cache !== undefined) this.#response.setHeader('x-tt-cache', cache.status);
      writeError(this.#response, errorOf(error), call.requestId);
    }
  }

  /** Whether a stream broke off before its admission was kept: what came of it is the caller's. */
  get #hasUnsentOutput(): boolean {
    return this.#isAdmitted && !this.#isHeld && this.#held.length > 0 && !this.#response.destroyed;
  }

  #sinceStart(): number {
    return this.#parts.elapsed() - this.#forwarding.startedAt;
  }
}

const ERRORS: Partial<Readonly<Record<CutReason, GatewayError>>> = {
  shutdown: STOPPING,
  log_unavailable: LOG_UNAVAILABLE,
  invalid_key: INVALID_KEY,
  enforcement_unavailable: KEYS_UNKNOWN,
};

function errorOf(error: Error): GatewayError {
  return error instanceof Cut ? (ERRORS[error.reason] ?? PROVIDER_SILENT) : providerErrorOf(error);
}
