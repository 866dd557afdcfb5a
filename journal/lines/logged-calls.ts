import type { Attempt } from '../../contracts/ingest/events/attempt.ts';
import type { CostEffect } from '../../contracts/ingest/events/cost-effect.ts';
import type { RequestAdmitted } from '../../contracts/ingest/events/request-admitted.ts';
import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';
import { parseTrafficLine } from '../../contracts/ingest/lines/parse-traffic-line.ts';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { LoggedCall } from '../../domain/gateway/governance/logged-call.ts';
import type { GrowingSource } from '../source/event-source.ts';
import { splitEvents } from '../../contracts/ingest/calls/ended-call.ts';
import { TAG_PREFIX } from '../../contracts/ingest/dimensions/dimension-names.ts';

/** The ids of keys that replaced each other by rotation, by the id of each. */
export type KeyRotations = ReadonlyMap<string, readonly string[]>;

/** A call of the gateway, as far as its lines have been read. */
export type CallInLog = { -readonly [Member in keyof LoggedCall]: LoggedCall[Member] } & {
  /** The end of the call: admitted or refused; undefined while no line has ended it. */
  end: 'let_in' | 'refused' | undefined;
  readonly isOverLimit: boolean;
  /** The admission, which is the first line of the call. */
  readonly admission: RequestAdmitted;
};

/** The beginning of the ids of gateway requests in a line. Lines without it are not parsed. */
const OF_GATEWAY = '"greq_';
/** The maximum size of a block. Parsing it blocks the process for tens of milliseconds. */
const BLOCK = { lines: 2_000, bytes: 8_388_608 } as const;

/** The lines of a source from its beginning, split into one line per event. */
async function* eventLinesOf(source: Pick<GrowingSource, 'read'>): AsyncGenerator<string, void> {
  for (let from = 0n; ;) {
    const { lines, lastOffset } = await source.read(from, BLOCK);
    yield* lines.flatMap(splitEvents);
    if (lines.length === 0 || lastOffset === from) return;
    from = lastOffset;
  }
}

/**
 * Assembles calls of the gateway from their lines, in the order of their writer. Only calls that have not ended are
 * held in memory.
 */
export class LoggedCalls {
  readonly #rotations: KeyRotations;
  readonly #open = new Map<string, CallInLog>();

  constructor(rotations: KeyRotations) {
    this.#rotations = rotations;
  }

  /** The calls that no line has ended so far. */
  get open(): Iterable<CallInLog> {
    return this.#open.values();
  }

  /** Reads the sources from their beginning, one after the other, and yields each call when a line ends it. */
  async *read(sources: readonly Pick<GrowingSource, 'read'>[]): AsyncGenerator<CallInLog, void> {
    for (const source of sources) {
      for await (const line of eventLinesOf(source)) {
        const ended = this.#see(line);
        if (ended !== undefined) yield ended;
      }
    }
  }

  /** Reads a line with one event. Returns the call that it ends; undefined for any other line. */
  #see(line: string): CallInLog | undefined {
    if (!line.includes(OF_GATEWAY)) return undefined;
    const { event } = parseTrafficLine(line);
    if (event === undefined) return undefined;
    if (event.event === 'request_admitted') {
      const { logical_request_id: requestId } = event;
      if (!this.#open.has(requestId)) this.#open.set(requestId, begun(event, this.#rotations));
      return undefined;
    }
    const call = 'logical_request_id' in event ? this.#open.get(event.logical_request_id) : undefined;
    if (call === undefined) return undefined;
    read(call, event);
    if (call.end === undefined) return undefined;
    this.#open.delete(call.requestId);
    return call;
  }
}

function read(call: CallInLog, event: TrafficEvent): void {
  if (event.event === 'attempt') use(call, event);
  else if (event.event === 'cost_effect' && event.effect_kind === 'settlement') charge(call, event);
  else if (event.event === 'request_terminal') end(call, event);
}

function use(call: CallInLog, { usage_known: isKnown, usage_source: source, ...counts }: Attempt): void {
  const { total_tokens: total, input_tokens: input = 0, output_tokens: output = 0 } = counts;
  call.tokens = sumOf(call.tokens, isKnown ? (total ?? input + output) : undefined);
  if (source === 'gateway') call.isEstimate = true;
}

/**
 * Adds a settled cost to a call. A call that the provider rejected costs nothing and used no tokens, although the
 * provider reported no usage.
 */
function charge(call: CallInLog, { price_state: state, nanos: text }: CostEffect): void {
  const nanos = state === 'priced' ? Number(text) : undefined;
  if (nanos === 0) call.tokens ??= 0;
  call.nanos = sumOf(call.nanos, nanos);
}

function end(call: CallInLog, { status, total_ms: totalMs = 0 }: RequestTerminal): void {
  call.endedMs = call.admittedMs + totalMs;
  call.end = status === 'refused' ? 'refused' : 'let_in';
}

/** The sum of two numbers; undefined if either is unknown. */
function sumOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}

function begun(admission: RequestAdmitted, rotations: KeyRotations): CallInLog {
  const { logical_request_id: requestId, scope, team_id: owner = '', admitted_at: admittedAt } = admission;
  const { noted = {}, dimensions = {} } = admission;
  const { key_id: keyId = '' } = noted;
  const numberOf = (name: string): number | undefined => (noted[name] === undefined ? undefined : Number(noted[name]));
  const admittedMs = Date.parse(admittedAt);
  return {
    ...{ requestId, admittedMs, endedMs: admittedMs, end: undefined },
    admission,
    isOverLimit: 'refused_by_limit.id' in noted,
    caller: { keyIds: rotations.get(keyId) ?? [keyId], owner, organizationId: scope.organization_id },
    tags: { ...tagsIn(noted), ...tagsIn(dimensions) },
    // Zero until something is sent to a provider.
    ...{ tokens: 0, nanos: 0, isEstimate: false },
    reservedTokens: numberOf('reserved_tokens'),
    reservedNanos: numberOf('reserved_nano_usd'),
    factor: numberOf('price_factor') ?? 1,
  };
}

/** The tags among texts by name. Lines of older gateways have tags as annotations. */
function tagsIn(texts: Readonly<Record<string, string>>): Record<string, string> {
  const tags = Object.entries(texts).filter(([name]) => name.startsWith(TAG_PREFIX));
  return Object.fromEntries(tags.map(([name, value]) => [name.slice(TAG_PREFIX.length), value]));
}
