import type { ServerResponse } from 'node:http';
import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import { protocolAt } from '../../providers/protocols/registry.ts';
import type { CallContent } from '../capture/call-content.ts';
import { hitHeaders, type CacheHit } from '../cache/cache-decision.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import { admissionLine, endingLine } from '../decision-log/decision-lines.ts';
import type { DecisionLog } from '../decision-log/decision-log.ts';
import type { Admission } from '../governance/admission.ts';
import { addedTimeHeader, COST_HEADER } from '../headers/figure-headers.ts';
import { NOSNIFF } from '../headers/forward-headers.ts';
import { LOG_UNAVAILABLE } from '../call/gateway-error.ts';
import { endAnswer, writeError } from '../answers/write-answer.ts';

export interface ReplayedParts {
  readonly log: Pick<DecisionLog, 'keep'>;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
}

/** A call that is answered from the cache. */
export interface CacheReplay {
  readonly call: AdmittedCall;
  readonly endpoint: CalledEndpoint;
  readonly hit: CacheHit;
  /** The reservations for it; undefined if there are no limits. */
  readonly admission: Admission | undefined;
  /** The captured content; undefined if nothing is captured. */
  readonly content: CallContent | undefined;
  /** Names and values of the headers about the chosen tier, alternating. */
  readonly routeHeaders: readonly string[];
  /** The time at which its body was complete, by the monotonic clock. */
  readonly startedAt: number;
}

/** Answers a call from the cache: stores its row, and then sends the recorded answer. */
export class ReplayedCall {
  readonly #parts: ReplayedParts;
  readonly #replay: CacheReplay;
  readonly #response: ServerResponse;
  readonly #done: () => void;

  constructor(parts: ReplayedParts, replay: CacheReplay, response: ServerResponse, done: () => void) {
    this.#parts = parts;
    this.#replay = replay;
    this.#response = response;
    this.#done = done;
  }

  start(): void {
    const { call, endpoint, startedAt } = this.#replay;
    const totalMs = this.#parts.monotonicMs() - startedAt;
    const ending = this.#response.destroyed
      ? ({ status: 'cancelled', kind: 'caller_gone', totalMs } as const)
      : ({ status: 'succeeded', kind: 'cache_hit', totalMs, firstOutputMs: totalMs } as const);
    this.#parts.log.keep([admissionLine(call), endingLine(call, ending)], {
      kept: () => this.#close(() => this.#answer()),
      lost: () =>
        this.#close(() =>
          writeError(this.#response, LOG_UNAVAILABLE, {
            requestId: call.requestId,
            errorBody: protocolAt(endpoint).errorBody,
          }),
        ),
      by: call.key,
    });
  }

  #close(last: () => void): void {
    try {
      last();
    } catch {
      this.#response.destroy();
    } finally {
      // The call counts as a request under its limits, with no usage.
      this.#replay.admission?.settle(undefined);
      this.#done();
    }
  }

  /** Cuts nothing: the call ends by itself when its row is stored. */
  cut(): void {}

  #answer(): void {
    const { call, hit, admission, content, routeHeaders, startedAt } = this.#replay;
    const { entry } = hit;
    const addedMs = this.#parts.monotonicMs() - startedAt;
    this.#response.writeHead(200, [
      ...[
        'x-tt-request-id',
        call.requestId,
        ...NOSNIFF,
        ...routeHeaders,
        ...(admission?.headers() ?? []),
        ...hitHeaders(hit),
      ],
      ...[...addedTimeHeader(addedMs), COST_HEADER, '0'],
      ...['content-type', entry.contentType, 'content-length', String(entry.body.length)],
    ]);
    endAnswer(this.#response, entry.body);
    content?.replay(hit);
  }
}
