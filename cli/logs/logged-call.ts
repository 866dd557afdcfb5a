import type { EvaluationOutcome } from '../../contracts/ingest/events/evaluation-outcome.ts';
import type { RequestAdmitted } from '../../contracts/ingest/events/request-admitted.ts';
import type { RefusingLimit } from '../../contracts/ingest/events/refusing-limit.ts';
import type { Purpose, TerminalStatus } from '../../domain/insight/insight-sets.ts';
import type { UnpricedReason } from '../../domain/models/price.ts';

/** The place of a line in a decision log. */
export interface LinePlace {
  /** The path of the file; `-` for standard input. */
  readonly file: string;
  /** The first byte of the line, counted in the content after decompression. */
  readonly offset: number;
}

/** The state of a call: the status of its ending, or `pending` if the log contains no ending. */
export type CallStatus = TerminalStatus | 'pending';

/** One call to a provider on behalf of a request. */
export interface LoggedAttempt {
  readonly ordinal: number;
  readonly role: 'primary' | 'retry' | 'fallback';
  readonly provider: string;
  readonly model: string;
  readonly outputState: 'none' | 'partial' | 'complete';
  /** Token counts; undefined if the usage is unknown. */
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly cacheReadTokens: number | undefined;
  readonly cacheWriteTokens: number | undefined;
  readonly reasoningTokens: number | undefined;
  readonly totalTokens: number | undefined;
  /** True if the gateway counted the tokens, because the provider did not state them. */
  readonly isUsageEstimate: boolean;
  /** The settled cost in nano-USD; undefined if it is unknown. */
  readonly costNanos: bigint | undefined;
  /** True if the settled cost is an estimate, or the line does not say. */
  readonly isCostEstimate: boolean;
  /** The state of the price; undefined if the log has no settlement, so that the attempt is not charged. */
  readonly priceState: 'priced' | 'pending' | 'unpriced' | undefined;
  readonly priceRevision: string | undefined;
  readonly unpricedReason: UnpricedReason | undefined;
  readonly dispatchedMs: number;
}

/** A call of the decision log, joined from its lines. Undefined always means unknown or not stated, never 0. */
export interface LoggedCall {
  readonly requestId: string;
  /** The tenancy of the call: organization, workspace, application, gateway and environment. */
  readonly scope: RequestAdmitted['scope'];
  readonly purpose: Purpose;
  readonly traceId: string | undefined;
  readonly routeId: string | undefined;
  readonly inputSizeBucket: string | undefined;
  readonly admittedMs: number;
  /** The end in Unix milliseconds; undefined if the log contains no ending. */
  readonly endedMs: number | undefined;
  readonly status: CallStatus;
  /** A more specific kind of ending, as the gateway names it, such as `cache_hit` or `rate_limited`. */
  readonly kind: string | undefined;
  /** The model that answered, or the last called one; undefined if no provider was called. */
  readonly model: string | undefined;
  readonly provider: string | undefined;
  readonly agent: string | undefined;
  readonly stepClass: string | undefined;
  /** The tool whose result the request brings. */
  readonly tool: string | undefined;
  readonly user: string | undefined;
  readonly tenant: string | undefined;
  readonly feature: string | undefined;
  readonly keyId: string | undefined;
  /** The owner of the key. */
  readonly team: string | undefined;
  /** The values of tags by key. */
  readonly tags: Readonly<Record<string, string>>;
  /** The annotations of the admission; undefined if the log does not contain the admission. */
  readonly noted: Readonly<Record<string, string>> | undefined;
  readonly streaming: boolean | undefined;
  readonly attempts: readonly LoggedAttempt[];
  /** The number of attempts that the ending states; undefined without an ending. */
  readonly attemptCount: number | undefined;
  /** The sums over all attempts; undefined if the usage of an attempt is unknown. */
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** Tokens read from the cache of the provider, which are part of the input tokens. */
  readonly cachedTokens: number | undefined;
  /** The cost in nano-USD; undefined if any part of it is unknown. */
  readonly costNanos: bigint | undefined;
  /** The sum of the known parts of the cost. */
  readonly knownNanos: bigint;
  /** True if a part of the cost is an estimate. */
  readonly isCostEstimate: boolean;
  /**
   * The reason why the cost is unknown; undefined if it is known. `pending` also applies to calls without an ending.
   */
  readonly costUnknown: 'unpriced' | 'pending' | undefined;
  readonly unpricedReasons: readonly UnpricedReason[];
  /** Milliseconds until the end; undefined if it was not measured. */
  readonly latencyMs: number | undefined;
  readonly firstOutputMs: number | undefined;
  /** `hit` if the cache of the gateway answered; undefined otherwise. */
  readonly cacheStatus: 'hit' | undefined;
  /** The type of the refusal, such as `budget_exceeded`; undefined if the call was not refused. */
  readonly refusalType: string | undefined;
  readonly refusedByLimit: RefusingLimit | undefined;
  /** The evaluations in the log between the first and the last line of the call. `onOutcome` receives all others. */
  readonly outcomes: readonly EvaluationOutcome[];
  /** The place of the first line of the call. */
  readonly place: LinePlace;
}
