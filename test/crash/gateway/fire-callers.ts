import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../testing/random.ts';
import { CLOSED_MODEL, MODEL, type FireKey, type FireWorld, type KeyName } from './fire-world.ts';

/** What a caller saw of a call. */
export interface SeenCall {
  readonly traceId: string;
  readonly kind: Kind;
  /** Undefined where no answer began. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** Of an answer that cost money: what its head says that it cost. */
  readonly costUsd: string | undefined;
  readonly refusal: string | undefined;
  /** Whether the answer came to its end. */
  readonly isWhole: boolean;
}

/** How a kind of call is made. */
interface CallPlan {
  readonly key: KeyName;
  readonly model?: string;
  readonly stream?: 'usage' | 'bare';
  /** How many different calls of the kind there are, so that most are hits of the cache; without, all differ. */
  readonly different?: number;
  /** Bytes that are no body. */
  readonly broken?: string;
  /** The caller goes away: so long after it has sent its call. */
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
/** Longer than a process is frozen. */
const PATIENCE_MS = 60_000;
const MAX_PAUSE_MS = 120;

/** Callers that call one gateway or the other until they are told to stop. */
export interface FireCallers {
  readonly seen: readonly SeenCall[];
  /** Resolves when the calls that were under way have ended. */
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
    const said = await fetch(`${origin}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keys[plan.key].token}`,
        traceparent: `00-${traceId}-${traceId.slice(16)}-01`,
        // The cache is asked about calls of this class alone.
        'x-tt-step-class': plan.different === undefined ? 'user_turn' : 'tool_loop',
      },
      body: plan.broken ?? bodyOf(plan, mark),
      signal: AbortSignal.timeout(plan.abortsAfterMs ?? PATIENCE_MS),
    });
    const header = (name: string): string | undefined => said.headers.get(name) ?? undefined;
    const isWhole = await said.text().then(
      (text) => plan.stream === undefined || said.status !== 200 || text.endsWith('data: [DONE]\n\n'),
      () => false,
    );
    return {
      ...{ traceId, kind, status: said.status, requestId: header('x-tt-request-id'), isWhole },
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
