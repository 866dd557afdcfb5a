import { writeEndedCall, type EndedCall } from '../../contracts/ingest/calls/write-ended-call.ts';
import { instantText } from '../../contracts/ingest/calls/instant-text.ts';
import { createRandom, type Random } from '../random.ts';
import { CALL_SCOPE } from './make-call-line.ts';

/** The calls of a generated log. */
export interface GatewayLogShape {
  readonly calls: number;
  readonly seed: number;
  /** The admission of the first call. */
  readonly from: Date;
  /** The milliseconds from the first admission to the last. */
  readonly spanMs: number;
}

const MODELS = [
  ['openai', 'gpt-5-mini'],
  ['openai', 'gpt-5'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['anthropic', 'claude-haiku-4-5'],
  ['google', 'gemini-2.5-flash'],
] as const;
const AGENTS = ['planner', 'coder', 'reviewer', 'searcher', undefined] as const;
const TOOLS = ['read_file', 'web_search', 'run_tests'] as const;
const KEYS = 8;
const CALLS_OF_A_TRACE = 6;

/**
 * The lines of a log as a gateway writes it, in the order of time: an admission and an ending for each call. Some calls
 * fail, are refused, are unpriced, are answered by the cache, or have no ending.
 */
export function* makeGatewayLog({ calls, seed, from, spanMs }: GatewayLogShape): Generator<string, void> {
  const random = createRandom(seed);
  const waiting: { readonly endMs: number; readonly line: string }[] = [];
  for (let index = 0; index < calls; index += 1) {
    const admittedMs = from.getTime() + Math.floor((index / calls) * spanMs);
    while (waiting[0] !== undefined && waiting[0].endMs <= admittedMs) yield (waiting.shift() as { line: string }).line;
    const { admission, ending, endMs } = makeCall(random, index, new Date(admittedMs));
    yield admission;
    if (ending === undefined) continue;
    const place = waiting.findLastIndex((other) => other.endMs <= endMs) + 1;
    waiting.splice(place, 0, { endMs, line: ending });
  }
  for (const { line } of waiting) yield line;
}

interface MadeCall {
  readonly admission: string;
  /** Absent for a call that was lost. */
  readonly ending: string | undefined;
  readonly endMs: number;
}

function makeCall(random: Random, index: number, admittedAt: Date): MadeCall {
  const shared = sharedMembers(random, index);
  const streaming = random.chance(0.5);
  const noted = `"noted":{"key_id":"${keyOf(index)}","step_class_source":"derived","reserved_tokens":"4096"}`;
  const admission = `{"event":"request_admitted",${shared},"admitted_at":"${instantText(admittedAt.getTime())}","streaming":${streaming},${noted}}`;
  const totalMs = random.whole(20, 20_000) / 10;
  const ending = writeEndedCall(shared, { admittedAt, bodyMs: 1, streaming }, endingOf(random, totalMs));
  const isLost = random.chance(0.0005);
  return { admission, ending: isLost ? undefined : ending, endMs: admittedAt.getTime() + 1 + totalMs };
}

function endingOf(random: Random, totalMs: number): EndedCall {
  const kind = random.whole(0, 99);
  if (kind < 2) return { status: 'succeeded', kind: 'cache_hit', totalMs, firstOutputMs: totalMs };
  if (kind < 4) return { status: 'refused', kind: 'budget_exceeded', totalMs: 1 };
  const [provider, model] = random.pick(MODELS);
  const called = { provider, model, asked: model, dispatchedMs: 2, isEstimate: random.chance(0.02) };
  if (kind < 6)
    return {
      status: 'failed',
      totalMs,
      attempt: { ...called, outputState: 'none', units: undefined, price: 'nothing' },
    };
  const input = random.whole(50, 20_000);
  const units = {
    input_tokens: input,
    output_tokens: random.whole(1, 2_000),
    cache_read_tokens: Math.floor(input / 2),
  };
  const price =
    kind < 8
      ? ({ state: 'unpriced', reason: 'model_not_in_table', revision: 'prices-1', basis: '{"provider":"x"}' } as const)
      : ({ state: 'priced', nanos: String(random.whole(1_000, 50_000_000)), revision: 'prices-1' } as const);
  const attempt = { ...called, outputState: 'complete', units, price } as const;
  const earlier =
    kind < 12 ? [{ ...attempt, outputState: 'none', units: undefined, price: 'nothing', endedMs: 3 } as const] : [];
  return { status: 'succeeded', totalMs, firstOutputMs: totalMs / 4, attempt, earlier };
}

function sharedMembers(random: Random, index: number): string {
  const agent = random.pick(AGENTS);
  const isToolLoop = random.chance(0.6);
  const shared = {
    schema: 1,
    scope: CALL_SCOPE,
    team_id: `team-${(index % KEYS) % 3}`,
    dimensions: {
      key: keyOf(index),
      ...(agent !== undefined && { agent }),
      user: `user-${random.whole(0, 999)}`,
      step_class: isToolLoop ? 'tool_loop' : 'user_turn',
      ...(isToolLoop && { tool: random.pick(TOOLS) }),
    },
    purpose: 'application',
    logical_request_id: `greq_${String(index).padStart(26, '0')}`,
    trace_id: `trace-${Math.floor(index / CALLS_OF_A_TRACE)
      .toString(16)
      .padStart(16, '0')}`,
    input_size_bucket: 'medium',
  };
  return JSON.stringify(shared).slice(1, -1);
}

function keyOf(index: number): string {
  return `kid_${String(index % KEYS).padStart(26, '0')}`;
}
