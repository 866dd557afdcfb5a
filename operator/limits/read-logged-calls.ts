import type { Attempt } from '../../contracts/ingest/attempt.ts';
import type { CostEffect } from '../../contracts/ingest/cost-effect.ts';
import type { RequestAdmitted } from '../../contracts/ingest/request-admitted.ts';
import type { RequestTerminal } from '../../contracts/ingest/request-terminal.ts';
import { parseTrafficLine } from '../../contracts/ingest/parse-traffic-line.ts';
import type { TrafficEvent } from '../../contracts/ingest/traffic-event.ts';
import type { LoggedCall } from '../../domain/gateway/governance/preview-limit.ts';
import type { EventLog } from '../../journal/event-source.ts';
import { splitEvents } from '../../journal/ended-call.ts';
import { UsageFault } from '../../runtime/commands/usage-fault.ts';

/** What was found in the log. */
export interface LoggedCalls {
  /** Those that were let in, by when they were. */
  readonly calls: readonly LoggedCall[];
  /** Calls that limits refused then: nobody knows what they would have come to. */
  readonly refusedThen: number;
}

/** Which calls are looked for. */
export interface LoggedRange {
  readonly sinceMs: number;
  readonly mostCalls: number;
}

/** Ids of keys that came of each other by rotation, by the id of each. */
type KeyRotations = ReadonlyMap<string, readonly string[]>;

/** A call on its way through the log. */
type Found = { -readonly [Member in keyof LoggedCall]: LoggedCall[Member] } & {
  /** Undefined while it has no ending. */
  end: 'let_in' | 'refused' | undefined;
  readonly isOverLimit: boolean;
};

/** Requests of the gateway have ids of their own: lines of others are not parsed. */
const OF_GATEWAY = '"greq_';
const BLOCK = { lines: 10_000, bytes: 8_388_608 } as const;

/**
 * The calls that the gateway let in since an instant, out of what it wrote into the journal: who asked and under which tags
 * stands nowhere else.
 *
 * @throws UsageFault where there are more than `mostCalls`
 */
export async function readLoggedCalls(
  logs: readonly EventLog[],
  { sinceMs, mostCalls }: LoggedRange,
  rotations: KeyRotations,
): Promise<LoggedCalls> {
  const found = new Map<string, Found>();
  for await (const line of linesOf(logs)) {
    if (!line.includes(OF_GATEWAY)) continue;
    const { event } = parseTrafficLine(line);
    if (event !== undefined) see(found, event, { sinceMs, rotations });
    if (found.size > mostCalls)
      throw new UsageFault(`There are more than ${mostCalls} calls: ask for fewer --days, or for more --max-calls.`);
  }
  const all = [...found.values()];
  return {
    calls: all
      .filter(({ end }) => end !== 'refused')
      .map((call) => (call.end === undefined ? { ...call, tokens: undefined, nanos: undefined } : call))
      .sort((one, other) => one.admittedMs - other.admittedMs),
    refusedThen: all.filter(({ isOverLimit }) => isOverLimit).length,
  };
}

async function* linesOf(logs: readonly EventLog[]): AsyncGenerator<string, void> {
  for (const log of logs) {
    for (const source of await log.sources()) {
      for (let from = 0n; ;) {
        const { lines, lastOffset } = await source.read(from, BLOCK);
        yield* lines.flatMap(splitEvents);
        if (lines.length === 0 || lastOffset === from) break;
        from = lastOffset;
      }
    }
  }
}

/** A request stands behind its admission, in the order of its writer; one that comes again changes nothing. */
function see(
  found: Map<string, Found>,
  event: TrafficEvent,
  { sinceMs, rotations }: { readonly sinceMs: number; readonly rotations: KeyRotations },
): void {
  if (event.event === 'request_admitted') {
    const admittedMs = Date.parse(event.admitted_at);
    const { logical_request_id: requestId } = event;
    if (admittedMs >= sinceMs && !found.has(requestId)) found.set(requestId, begun(event, admittedMs, rotations));
    return;
  }
  const call = 'logical_request_id' in event ? found.get(event.logical_request_id) : undefined;
  if (call === undefined || call.end !== undefined) return;
  if (event.event === 'attempt') use(call, event);
  else if (event.event === 'cost_effect' && event.effect_kind === 'settlement') charge(call, event);
  else if (event.event === 'request_terminal') end(call, event);
}

function use(
  call: Found,
  { usage_known: isKnown, total_tokens: total, input_tokens: input = 0, output_tokens: output = 0 }: Attempt,
): void {
  const tokens = isKnown ? (total ?? input + output) : undefined;
  call.tokens = sumOf(call.tokens, tokens);
}

/** What the provider refused cost nothing and used nothing, although it said nothing of its usage. */
function charge(call: Found, { price_state: state, nanos: text }: CostEffect): void {
  const nanos = state === 'priced' ? Number(text) : undefined;
  if (nanos === 0) call.tokens ??= 0;
  call.nanos = sumOf(call.nanos, nanos);
}

function end(call: Found, { status, total_ms: totalMs = 0 }: RequestTerminal): void {
  call.endedMs = call.admittedMs + totalMs;
  call.end = status === 'refused' ? 'refused' : 'let_in';
}

/** Of what nobody knows, nobody knows the sum. */
function sumOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}

function begun(
  { logical_request_id: requestId, scope, team_id: owner = '', noted = {} }: RequestAdmitted,
  admittedMs: number,
  rotations: KeyRotations,
): Found {
  const { key_id: keyId = '' } = noted;
  const numberOf = (name: string): number | undefined => (noted[name] === undefined ? undefined : Number(noted[name]));
  return {
    ...{ requestId, admittedMs, endedMs: admittedMs, end: undefined },
    isOverLimit: 'refused_by_limit.id' in noted,
    caller: { keyIds: rotations.get(keyId) ?? [keyId], owner, organizationId: scope.organization_id },
    tags: Object.fromEntries(
      Object.entries(noted).flatMap(([name, value]) => (name.startsWith('tag.') ? [[name.slice(4), value]] : [])),
    ),
    // Nothing, as long as no provider was sent anything.
    ...{ tokens: 0, nanos: 0 },
    reservedTokens: numberOf('reserved_tokens'),
    reservedNanos: numberOf('reserved_nano_usd'),
  };
}
