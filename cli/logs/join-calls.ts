import { dimensionsOfNotes } from '../../contracts/ingest/dimensions/dimensions-of-notes.ts';
import { TAG_PREFIX } from '../../contracts/ingest/dimensions/dimension-names.ts';
import type { Attempt } from '../../contracts/ingest/events/attempt.ts';
import type { CostEffect } from '../../contracts/ingest/events/cost-effect.ts';
import type { EvaluationOutcome } from '../../contracts/ingest/events/evaluation-outcome.ts';
import type { RequestAdmitted } from '../../contracts/ingest/events/request-admitted.ts';
import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';
import type { UnpricedReason } from '../../domain/models/price.ts';
import type { LinePlace, LoggedAttempt, LoggedCall } from './logged-call.ts';

/**
 * The maximum number of calls without an ending that are held, and of ids of ended calls. More are open only in a log
 * that lacks their endings.
 */
const MAX_HELD = 100_000;

/** The ids of calls of the gateway. They are unique in the installation, and others in their workspace only. */
export const OF_GATEWAY = 'greq_';

/** An event about one call. */
export type CallEvent = RequestAdmitted | Attempt | CostEffect | RequestTerminal;

const CALL_EVENTS: ReadonlySet<string> = new Set(['request_admitted', 'attempt', 'cost_effect', 'request_terminal']);

export function isCallEvent(event: { readonly event: string }): event is CallEvent {
  return CALL_EVENTS.has(event.event);
}

/** The events of a call that has not ended. */
interface OpenCall {
  readonly place: LinePlace;
  readonly first: CallEvent;
  admission: RequestAdmitted | undefined;
  readonly attempts: Attempt[];
  readonly costs: CostEffect[];
  readonly outcomes: EvaluationOutcome[];
}

/** The call of an event that belongs to no open call: it ended before, or its beginning is not in the log. */
export type LateEvent = 'late_event';

/**
 * Joins events to calls, in the order of the log. Only calls without an ending are held, at most `MAX_HELD` of them.
 */
export class CallJoin {
  readonly #open = new Map<string, OpenCall>();
  /** The calls that ended last, and whether their admission is still missing: another segment can contain it later. */
  readonly #ended = new Map<string, 'opened' | 'unopened'>();

  /**
   * Adds an event.
   *
   * @returns the call that the event ends, or that had to make room; `late_event` for a cost of a call that is not open
   */
  add(event: CallEvent, place: LinePlace): LoggedCall | LateEvent | undefined {
    const key = callKey(event);
    const open = this.#open.get(key);
    if (event.event === 'request_terminal') {
      this.close(key);
      return toLoggedCall(open ?? openedBy(event, place), event);
    }
    if (open !== undefined) {
      addTo(open, event);
      return undefined;
    }
    const late = this.#endedBefore(key, event);
    if (late !== undefined) return late === 'known' ? undefined : late;
    const call = openedBy(event, place);
    addTo(call, event);
    this.#open.set(key, call);
    return this.#open.size > MAX_HELD ? this.#dropOldest() : undefined;
  }

  /** `known` for the admission of a call that ended before, and `late_event` for any other event of such a call. */
  #endedBefore(key: string, event: Exclude<CallEvent, RequestTerminal>): LateEvent | 'known' | undefined {
    const ended = this.#ended.get(key);
    if (event.event !== 'request_admitted')
      return ended !== undefined || isLaterEffect(event) ? 'late_event' : undefined;
    if (ended !== 'unopened') return undefined;
    this.#ended.set(key, 'opened');
    return 'known';
  }

  /** True if the admission of an event's call is held. */
  hasAdmission(event: CallEvent): boolean {
    return this.#open.get(callKey(event))?.admission !== undefined;
  }

  /** Removes the events of an open call. */
  take(event: CallEvent): CallEvent[] {
    const key = callKey(event);
    const open = this.#open.get(key);
    this.#open.delete(key);
    return open === undefined ? [] : eventsOf(open);
  }

  /** Removes the events of all open calls, in the order of their beginning. */
  takeAll(): { readonly event: CallEvent; readonly offset: number }[] {
    const all = [...this.#open.values()].flatMap((open) =>
      eventsOf(open).map((event) => ({ event, offset: open.place.offset })),
    );
    this.#open.clear();
    return all;
  }

  /** Closes a call whose ending was read elsewhere. @param key its `callKey` */
  close(key: string): void {
    this.#remember(key, this.#open.get(key)?.admission === undefined ? 'unopened' : 'opened');
    this.#open.delete(key);
  }

  /** Adds an evaluation to its call. @returns false if the call is not open */
  addOutcome(outcome: EvaluationOutcome): boolean {
    const open = this.#open.get(callKey(outcome));
    open?.outcomes.push(outcome);
    return open !== undefined;
  }

  /** The calls that no line ended, in the order of their beginning. */
  *rest(): Generator<LoggedCall, void> {
    for (const call of this.#open.values()) yield toLoggedCall(call, undefined);
    this.#open.clear();
  }

  #dropOldest(): LoggedCall | undefined {
    for (const [key, call] of this.#open) {
      this.#open.delete(key);
      return toLoggedCall(call, undefined);
    }
    return undefined;
  }

  #remember(key: string, opened: 'opened' | 'unopened'): void {
    this.#ended.delete(key);
    this.#ended.set(key, opened);
    if (this.#ended.size <= MAX_HELD) return;
    for (const oldest of this.#ended.keys()) {
      this.#ended.delete(oldest);
      return;
    }
  }
}

/** True for a change of the cost of a settled attempt. */
function isLaterEffect(event: CallEvent): boolean {
  return event.event === 'cost_effect' && event.effect_kind !== 'settlement';
}

/** The key by which the events of a call are joined: its id, with the workspace unless the gateway made it. */
export function callKey({ logical_request_id: id, scope }: Pick<CallEvent, 'logical_request_id' | 'scope'>): string {
  return id.startsWith(OF_GATEWAY) ? id : `${scope.workspace_id}\n${id}`;
}

function eventsOf({ admission, attempts, costs }: OpenCall): CallEvent[] {
  return [...(admission === undefined ? [] : [admission]), ...attempts, ...costs];
}

function addTo(call: OpenCall, event: Exclude<CallEvent, RequestTerminal>): void {
  if (event.event === 'request_admitted') call.admission ??= event;
  else if (event.event === 'attempt') call.attempts.push(event);
  else call.costs.push(event);
}

function openedBy(event: CallEvent, place: LinePlace): OpenCall {
  return { place, first: event, admission: undefined, attempts: [], costs: [], outcomes: [] };
}

function toLoggedCall(open: OpenCall, ending: RequestTerminal | undefined): LoggedCall {
  const { admission, first, outcomes, place } = open;
  const about = ending ?? admission ?? first;
  const noted = admission?.noted;
  const attempts = open.attempts
    .toSorted((one, other) => one.ordinal - other.ordinal)
    .map((attempt) => toAttempt(attempt, open.costs));
  return {
    requestId: about.logical_request_id,
    scope: about.scope,
    purpose: about.purpose,
    traceId: about.trace_id,
    routeId: about.route_id,
    inputSizeBucket: about.input_size_bucket,
    admittedMs: Date.parse(admittedAtOf(about)),
    ...namedDimensions(about.dimensions ?? dimensionsOfNotes(noted ?? {})),
    team: about.team_id,
    noted,
    ...endOf(ending, attempts.at(-1)),
    streaming: ending?.streaming ?? admission?.streaming,
    attempts,
    inputTokens: sumOf(attempts, ({ inputTokens }) => inputTokens),
    outputTokens: sumOf(attempts, ({ outputTokens }) => outputTokens),
    cachedTokens: sumOf(attempts, ({ cacheReadTokens, inputTokens }) =>
      inputTokens === undefined ? undefined : (cacheReadTokens ?? 0),
    ),
    ...costOf(open.costs, ending !== undefined),
    outcomes,
    place,
  };
}

type End = Pick<
  LoggedCall,
  | ('endedMs' | 'status' | 'kind' | 'model' | 'provider' | 'attemptCount')
  | ('latencyMs' | 'firstOutputMs' | 'cacheStatus' | 'refusalType' | 'refusedByLimit')
>;

function endOf(ending: RequestTerminal | undefined, last: LoggedAttempt | undefined): End {
  const models = { model: last?.model, provider: last?.provider };
  if (ending === undefined) return { ...NO_END, ...models };
  const { status, terminal_kind: kind } = ending;
  return {
    endedMs: Date.parse(ending.terminal_at),
    status,
    kind,
    model: ending.final_model ?? models.model,
    provider: ending.final_provider ?? models.provider,
    attemptCount: ending.attempt_count,
    latencyMs: ending.total_ms,
    firstOutputMs: ending.first_output_ms,
    cacheStatus: kind === 'cache_hit' ? 'hit' : undefined,
    refusalType: status === 'refused' ? kind : undefined,
    refusedByLimit: ending.refused_by_limit,
  };
}

const NO_END: Omit<End, 'model' | 'provider'> = {
  ...{ endedMs: undefined, status: 'pending', kind: undefined, attemptCount: undefined, latencyMs: undefined },
  ...{ firstOutputMs: undefined, cacheStatus: undefined, refusalType: undefined, refusedByLimit: undefined },
};

/** The admission time of a call; without an admission and an ending, the time of its first event. */
function admittedAtOf(event: CallEvent): string {
  if (event.event === 'attempt') return event.dispatched_at;
  return event.event === 'cost_effect' ? event.occurred_at : event.admitted_at;
}

function namedDimensions(
  dimensions: Readonly<Record<string, string>>,
): Pick<LoggedCall, 'agent' | 'stepClass' | 'tool' | 'user' | 'tenant' | 'feature' | 'keyId' | 'tags'> {
  const tags = Object.entries(dimensions).filter(([name]) => name.startsWith(TAG_PREFIX));
  return {
    agent: dimensions['agent'],
    stepClass: dimensions['step_class'],
    tool: dimensions['tool'],
    user: dimensions['user'],
    tenant: dimensions['tenant'],
    feature: dimensions['feature'],
    keyId: dimensions['key'],
    tags: Object.fromEntries(tags.map(([name, value]) => [name.slice(TAG_PREFIX.length), value])),
  };
}

function toAttempt(attempt: Attempt, costs: readonly CostEffect[]): LoggedAttempt {
  const own = costs.filter(({ attempt_id: id }) => id === attempt.attempt_id);
  const { costNanos, isCostEstimate } = costOf(own, true);
  const last = own.findLast(({ price_state: state }) => state !== undefined);
  // A call that the provider rejected costs nothing and used no tokens, although no usage was reported.
  const unknown = costNanos === 0n && own.length > 0 ? 0 : undefined;
  return {
    ordinal: attempt.ordinal,
    role: attempt.role,
    provider: attempt.provider_id,
    model: attempt.provider_model,
    outputState: attempt.output_state,
    inputTokens: attempt.input_tokens ?? unknown,
    outputTokens: attempt.output_tokens ?? unknown,
    cacheReadTokens: attempt.cache_read_tokens,
    cacheWriteTokens: attempt.cache_write_tokens,
    reasoningTokens: attempt.reasoning_tokens,
    totalTokens: attempt.total_tokens ?? unknown,
    isUsageEstimate: attempt.usage_source === 'gateway',
    costNanos: own.length === 0 ? undefined : costNanos,
    isCostEstimate,
    priceState: last?.price_state,
    priceRevision: last?.price_revision,
    unpricedReason: last?.unpriced_reason,
    dispatchedMs: Date.parse(attempt.dispatched_at),
  };
}

type Cost = Pick<LoggedCall, 'costNanos' | 'knownNanos' | 'isCostEstimate' | 'costUnknown' | 'unpricedReasons'>;

/** The cost of settled attempts. A later transition of an attempt replaces the state of its price. */
function costOf(costs: readonly CostEffect[], isEnded: boolean): Cost {
  const states = new Map<string, 'pending' | 'unpriced'>();
  const reasons = new Set<UnpricedReason>();
  let knownNanos = 0n;
  let isCostEstimate = false;
  for (const { attempt_id: attempt, nanos, price_state: state, unpriced_reason: reason, estimated } of costs) {
    if (nanos !== undefined) {
      knownNanos += BigInt(nanos);
      if (estimated !== false && nanos !== '0') isCostEstimate = true;
    }
    if (state === 'priced') states.delete(attempt);
    else if (state !== undefined) states.set(attempt, state);
    if (reason !== undefined) reasons.add(reason);
  }
  const unknown = [...states.values()];
  const costUnknown = unknown.includes('unpriced')
    ? 'unpriced'
    : unknown.length > 0 || !isEnded
      ? ('pending' as const)
      : undefined;
  return {
    costNanos: costUnknown === undefined ? knownNanos : undefined,
    knownNanos,
    isCostEstimate,
    costUnknown,
    unpricedReasons: costUnknown === 'unpriced' ? [...reasons] : [],
  };
}

function sumOf(
  attempts: readonly LoggedAttempt[],
  of: (attempt: LoggedAttempt) => number | undefined,
): number | undefined {
  let sum: number | undefined = 0;
  for (const attempt of attempts) {
    const part = of(attempt);
    sum = part === undefined ? undefined : sum + part;
    if (sum === undefined) return undefined;
  }
  return sum;
}
