import type { CalledEndpoint } from '../../../domain/models/protocols.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { PriceTable } from '../../../providers/prices/price-table.ts';
import { protocolAt } from '../../../providers/protocols/registry.ts';
import type { AdmittedCall } from '../../call/admitted-call.ts';
import { CallDimensions } from '../../call/call-dimensions.ts';
import type { DecisionLog } from '../../decision-log/decision-log.ts';
import { createCallEnding, type CallProgress } from '../../decision-log/create-call-ending.ts';
import type { Admission } from '../../governance/admission.ts';
import type { Governor } from '../../governance/governor.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import { logAdmission, logEnding, makeCall, type PaidCallKind, type SentCall } from '../../paid-calls/make-call.ts';
import type { CallEnding } from '../../call/call-ending.ts';
import type { Upstream } from '../../call/open-upstream.ts';
import type { GatewayError } from '../../call/gateway-error.ts';
import { summarizeBody, type RequestFacts } from '../../request/read-call.ts';
import { createAnswerReader } from '../../usage/create-answer-reader.ts';

export interface InternalCallParts {
  readonly keys: Pick<KeyRing, 'refusalOf'>;
  readonly log: Pick<DecisionLog, 'keep' | 'keepSoon'>;
  readonly prices: PriceTable;
  /** Undefined if there are no limits. */
  readonly governor: Pick<Governor, 'admit'> | undefined;
  readonly clock: Clock;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  readonly newRequestId: () => string;
}

/** A question, and the provider and model that answer it. */
export interface InternalCall {
  readonly upstream: Upstream;
  readonly endpoint: CalledEndpoint;
  readonly model: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The refusal to make an internal call: a limit of the caller is exhausted, or its key has ended. It is not a fault of
 * the provider.
 */
export class InternalCallRefusal extends Error {}

/** The longest that an internal call may take, in milliseconds. Its caller has continued long before that. */
const MAX_MS = 10_000;
/** The maximum bytes of an answer that are read: an answer is a word, or the numbers of one text. */
const MAX_BYTES = 1_048_576;
const MEMORY = { take: () => true, isHeld: () => false } as const;
/** The facts about the body of an internal call, which only limits read. */
const UNSEEN = {
  named: undefined,
  stepClass: undefined,
  wanted: { isLimited: true, isRouted: false, isSentElsewhere: false, cacheRules: [], keepsWords: false },
} as const;

/**
 * Paid calls that the gateway makes for the call of a caller. Each is a separate request under the caller's key, with
 * the purpose `judge`, a row and a price. The limits of that key on money and tokens apply to it.
 */
export class InternalCalls {
  readonly #parts: InternalCallParts;
  readonly #inFlight = new Set<Promise<unknown>>();

  constructor(parts: InternalCallParts) {
    this.#parts = parts;
  }

  /**
   * Makes a call. Resolves with the document of the answer.
   * @throws InternalCallRefusal if a limit or the key refuses the call; Error if the provider or the log fails
   */
  make(own: InternalCall, trigger: AdmittedCall): Promise<unknown> {
    const making = this.#make(own, trigger);
    const ended = making.then(
      () => undefined,
      () => undefined,
    );
    this.#inFlight.add(ended);
    void ended.then(() => this.#inFlight.delete(ended));
    return making;
  }

  /** Waits for the calls in flight. */
  async close(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  async #make(own: InternalCall, trigger: AdmittedCall): Promise<unknown> {
    const { clock, newRequestId } = this.#parts;
    const text = JSON.stringify(own.body);
    const bytes = Buffer.from(text);
    const size = { bytes: bytes.length, characters: text.length };
    const request = { body: own.body, model: own.model, size };
    const asked = summarizeBody(request, { ...UNSEEN, endpoint: own.endpoint });
    const call: AdmittedCall = {
      ...{ requestId: newRequestId(), traceId: trigger.traceId, key: trigger.key, bytes: bytes.length },
      admittedAt: clock.now(),
      streaming: false,
      purpose: 'judge',
      dimensions: dimensionsFor(trigger),
      annotations: { 'cache.for': trigger.requestId },
    };
    return await makeCall(this.#parts, INTERNAL_CALL, new SentInternalCall(this.#parts, { own, asked, call, bytes }));
  }
}

interface MadeInternalCall {
  readonly own: InternalCall;
  readonly asked: RequestFacts;
  readonly call: AdmittedCall;
  readonly bytes: Buffer;
}

/**
 * The kind of calls that the gateway makes. Nothing is sent before the row is stored, and a refused call has no row.
 */
const INTERNAL_CALL: PaidCallKind<SentInternalCall, unknown> = {
  governed: ({ call, made }) => ({ ...{ call, asked: made.asked }, ...made.own, limitedBy: 'use' }),
  reserved(sent, admission) {
    sent.admission = admission;
  },
  refusedByLimit: refuse,
  refusedByKey: refuse,
  send: (sent) => sent.start(),
};

function refuse(_sent: SentInternalCall, { message }: GatewayError): never {
  throw new InternalCallRefusal(message);
}

/** A call of the gateway, from its reservation to its answer. */
class SentInternalCall implements SentCall {
  readonly made: MadeInternalCall;
  readonly call: AdmittedCall;
  admission: Admission | undefined;
  readonly #parts: InternalCallParts;
  #resolve: (document: unknown) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #sent: Sent | undefined;

  constructor(parts: InternalCallParts, made: MadeInternalCall) {
    this.#parts = parts;
    this.made = made;
    this.call = made.call;
  }

  /** Makes the call. Resolves with the document of the answer. */
  start(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      logAdmission(this.#parts.log, this, false);
    });
  }

  admitted(): void {
    this.#send().catch((error: unknown) => this.#reject(error));
  }

  notAdmitted(error: unknown): void {
    this.admission?.giveBack();
    this.#reject(error);
  }

  async #send(): Promise<void> {
    const { log, monotonicMs, prices } = this.#parts;
    const { own, asked, call, bytes } = this.made;
    const startedAt = monotonicMs();
    const sent = await send(own, bytes);
    this.#sent = sent;
    const totalMs = monotonicMs() - startedAt;
    const times = { call, dispatchedMs: 0, totalMs, firstOutputMs: undefined };
    const progress = { ...sent, asked, upstream: own.upstream, cut: undefined, wasSent: true };
    logEnding(log, this, createCallEnding(progress, prices, times));
  }

  answer({ status, kind }: CallEnding, lost: { readonly error: unknown } | undefined): void {
    const { upstream } = this.made.own;
    if (lost !== undefined) this.#reject(lost.error);
    else if (status === 'succeeded') this.#resolve(this.#sent?.document);
    else
      this.#reject(this.#sent?.error ?? new Error(`The provider ${upstream.name} did not answer: ${kind ?? status}.`));
  }

  broken(): void {}

  over(): void {}
}

type Sent = Pick<CallProgress, 'status' | 'answer' | 'hasOutput' | 'error'> & { readonly document: unknown };

async function send({ upstream, endpoint, model }: InternalCall, bytes: Buffer): Promise<Sent> {
  const { ownHeaders, credential } = protocolAt(endpoint);
  let document: unknown;
  try {
    const { statusCode, headers, body } = await upstream.pool.request({
      method: 'POST',
      path: upstream.path(endpoint, model, undefined),
      headers: {
        'content-type': 'application/json',
        ...ownHeaders,
        ...(upstream.key !== undefined && { [credential.header]: `${credential.prefix}${upstream.key}` }),
      },
      body: bytes,
      signal: AbortSignal.timeout(MAX_MS),
    });
    const reader = createAnswerReader({ endpoint, usage: upstream.usageForm(endpoint), headers }, MEMORY, {
      event: () => undefined,
      outline: () => undefined,
      body(request) {
        document = request;
      },
    });
    let received = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      received += chunk.length;
      // Leaving the loop closes the connection.
      if (received > MAX_BYTES) break;
      reader.see(chunk);
    }
    await new Promise<void>((resolve) => reader.finish(resolve));
    const answer = reader.end();
    const error = received > MAX_BYTES ? new Error(`The provider answered more than ${MAX_BYTES} bytes.`) : undefined;
    return { status: statusCode, answer, hasOutput: true, error, document };
  } catch (error) {
    return { status: undefined, answer: undefined, hasOutput: false, error: error as Error, document };
  }
}

/** The dimensions that describe one step of the caller, and no call that the gateway makes for it. */
const OF_STEP: ReadonlySet<string> = new Set(['step_class', 'step_id', 'parent_id', 'tool']);

/**
 * The dimensions of an internal call: it is made for the same user and agent as its trigger. Limits of a tag also apply
 * to internal calls for a call with that tag.
 */
function dimensionsFor({ dimensions }: AdmittedCall): CallDimensions {
  const values = Object.entries(dimensions?.values ?? {}).filter(([name]) => !OF_STEP.has(name));
  return new CallDimensions(Object.fromEntries(values));
}
