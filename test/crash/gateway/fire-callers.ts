import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../testing/random.ts';
import { CLOSED_MODEL, MODEL, type FireKey, type FireWorld, type KeyName } from './fire-world.ts';

/** The result of a call as its caller observed it. */
export interface SeenCall {
  readonly traceId: string;
  readonly kind: Kind;
  /** Undefined if no answer began. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** The cost in the head of an answer that cost money. */
  readonly costUsd: string | undefined;
  readonly refusal: string | undefined;
  /** True if the answer arrived completely. */
  readonly isWhole: boolean;
}

/** The parameters of one kind of call. */
interface CallPlan {
  readonly key: KeyName;
  readonly model?: string;
  readonly stream?: 'usage' | 'bare';
  /**
   * The number of different calls of the kind, so that most calls are hits of the cache. If absent, all calls differ.
   */
  readonly different?: number;
  /** Bytes that are not a valid body. */
  readonly broken?: string;
  /** Milliseconds after which the caller closes the connection of its call. */
  readonly abortsAfterMs?: number;
}

const PLANS = {
  plain: { key: 'open' },
  stream: { key: 'open', stream: 'usage' },
  bareStream: { key: 'open', stream: 'bare' },
  cached: { key: 'open', different: 5 },
  cachedStream: { key: 'open', different: 5, stream: 'usage' },
  overBudget: { key: 'poor' },
  overRate: { key: 'hasty', different: 2 },
  overRequests: { key: 'counted', stream: 'usage' },
  overTokens: { key: 'wordy' },
  outOfScope: { key: 'narrow', model: CLOSED_MODEL },
  brokenBody: { key: 'open', broken: '{"model":"gpt-5-mini","messages":[' },
  twoReadings: { key: 'open', broken: '{"model":"gpt-5","model":"gpt-5-mini","messages":[]}' },
  abortedStream: { key: 'open', stream: 'usage', abortsAfterMs: 45 },
  abortedPlain: { key: 'open', abortsAfterMs: 8 },
} as const satisfies Readonly<Record<string, CallPlan>>;
export type Kind = keyof typeof PLANS;
const KINDS = Object.keys(PLANS) as Kind[];

const MAX_ANSWERED = 60;
/** Milliseconds longer than the maximum freeze of a process. */
const PATIENCE_MS = 60_000;
const MAX_PAUSE_MS = 120;

/** Callers that call the two gateways until they are stopped. */
export interface FireCallers {
  readonly seen: readonly SeenCall[];
  /** Resolves when the calls in flight have ended. */
  stop(): Promise<void>;
}

export function startCallers(
  origins: readonly string[],
  { keys }: Pick<FireWorld, 'keys'>,
  random: Random,
  count: number,
): FireCallers {
  const seen: SeenCall[] = [];
  const stopping = new AbortController();
  let made = 0;
  const callers = Array.from({ length: count }, async () => {
    while (!stopping.signal.aborted) {
      made += 1;
      const kind = random.pick(KINDS);
      seen.push(await call(random.pick(origins), keys, kind, made));
      await delay(random.whole(0, MAX_PAUSE_MS));
    }
  });
  return {
    seen,
    stop: async () => {
      stopping.abort();
      await Promise.all(callers);
    },
  };
}

async function call(
  origin: string,
  keys: Readonly<Record<KeyName, FireKey>>,
  kind: Kind,
  number: number,
): Promise<SeenCall> {
  const plan: CallPlan = PLANS[kind];
  const traceId = number.toString(16).padStart(32, '0');
  const mark = plan.different === undefined ? `${kind} ${number}` : `${kind} ${number % plan.different}`;
  const nothing = { status: undefined, requestId: undefined, costUsd: undefined, refusal: undefined, isWhole: false };
  try {
    const answer = await fetch(`${origin}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keys[plan.key].token}`,
        traceparent: `00-${traceId}-${traceId.slice(16)}-01`,
        // The gateway uses the cache only for calls of this class.
        'x-tt-step-class': plan.different === undefined ? 'user_turn' : 'tool_loop',
      },
      body: plan.broken ?? bodyOf(plan, mark),
      signal: AbortSignal.timeout(plan.abortsAfterMs ?? PATIENCE_MS),
    });
    const header = (name: string): string | undefined => answer.headers.get(name) ?? undefined;
    const isWhole = await answer.text().then(
      (text) => plan.stream === undefined || answer.status !== 200 || text.endsWith('data: [DONE]\n\n'),
      () => false,
    );
    return {
      ...{ traceId, kind, status: answer.status, requestId: header('x-tt-request-id'), isWhole },
      ...{ costUsd: header('x-tt-cost-usd'), refusal: header('x-tt-refusal-type') },
    };
  } catch {
    return { traceId, kind, ...nothing };
  }
}

function bodyOf({ model = MODEL, stream }: CallPlan, mark: string): string {
  return JSON.stringify({
    ...{ model, user: mark, max_completion_tokens: MAX_ANSWERED },
    messages: [{ role: 'user', content: mark.padEnd(400, '.') }],
    ...(stream !== undefined && { stream: true }),
    ...(stream === 'usage' && { stream_options: { include_usage: true } }),
  });
}
