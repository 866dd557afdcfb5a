import type { CalledEndpoint } from '../../../domain/models/protocols.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { PriceTable } from '../../../providers/prices/price-table.ts';
import { protocolAt } from '../../../providers/protocols/registry.ts';
import type { AdmittedCall } from '../../call/admitted-call.ts';
import { admissionLine, endingLine } from '../../decision-log/decision-lines.ts';
import type { DecisionLog } from '../../decision-log/decision-log.ts';
import { endingOf, type CallProgress } from '../../decision-log/ending-of.ts';
import type { Governor } from '../../governance/governor.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import type { Upstream } from '../../call/open-upstream.ts';
import { summarizeBody } from '../../request/read-call.ts';
import { createAnswerReader } from '../../usage/create-answer-reader.ts';

export interface OwnCallParts {
  readonly keys: Pick<KeyRing, 'refusalOf'>;
  readonly log: Pick<DecisionLog, 'write'>;
  readonly prices: PriceTable;
  /** Undefined where there are no limits. */
  readonly governor: Pick<Governor, 'admit'> | undefined;
  readonly clock: Clock;
  /** Milliseconds that only go on. */
  readonly elapsed: () => number;
  readonly newRequestId: () => string;
}

/** What is asked, and of whom. */
export interface OwnCall {
  readonly upstream: Upstream;
  readonly endpoint: CalledEndpoint;
  readonly body: Readonly<Record<string, unknown>> & { readonly model: string };
}

/** That one is not made: a limit of the caller has no room for it, or its key has ended. It tells nothing of whoever would be asked. */
export class OwnCallRefusal extends Error {}

/** The longest that one may take: whoever asked for it has long gone on. */
const MOST_MS = 10_000;
/** The most of an answer that is read: a word, or the numbers of one text. */
const MOST_BYTES = 1_048_576;
const MEMORY = { take: () => true, isHeld: () => false } as const;
/** It is under limits, and nothing else is made of it. */
const UNSEEN = {
  stepClass: undefined,
  wanted: { isLimited: true, isRouted: false, isSentElsewhere: false, cacheRules: [], keepsWords: false },
} as const;

/**
 * Paid calls that the gateway makes itself, beside the call of a caller: each is a request of its own under the key of that caller, of the
 * purpose `judge`, with its row and its price, and is under the limits of that key that count money and tokens.
 */
export class OwnCalls {
  readonly #parts: OwnCallParts;
  readonly #under = new Set<Promise<unknown>>();

  constructor(parts: OwnCallParts) {
    this.#parts = parts;
  }

  /** The document that is answered. @throws OwnCallRefusal where a limit or the key stands against it, Error where the provider or the log does */
  make(own: OwnCall, beside: AdmittedCall): Promise<unknown> {
    const making = this.#make(own, beside);
    const ended = making.then(
      () => undefined,
      () => undefined,
    );
    this.#under.add(ended);
    void ended.then(() => this.#under.delete(ended));
    return making;
  }

  /** Waits for those that are on their way. */
  async close(): Promise<void> {
    await Promise.all(this.#under);
  }

  async #make(own: OwnCall, beside: AdmittedCall): Promise<unknown> {
    const { keys, log, governor, clock, elapsed, prices, newRequestId } = this.#parts;
    const text = JSON.stringify(own.body);
    const bytes = Buffer.from(text);
    const size = { bytes: bytes.length, characters: text.length };
    const said = { body: own.body, model: own.body.model, size };
    const asked = summarizeBody(said, { ...UNSEEN, endpoint: own.endpoint });
    const call: AdmittedCall = {
      ...{ requestId: newRequestId(), traceId: beside.traceId, key: beside.key, bytes: bytes.length },
      admittedAt: clock.now(),
      streaming: false,
      purpose: 'judge',
      noted: { ...tagsOf(beside), 'cache.for': beside.requestId },
    };
    const admission = await governor?.admit({ ...{ call, asked }, ...own, under: 'use' });
    if (admission !== undefined && 'status' in admission) throw new OwnCallRefusal(admission.message);
    const ended = keys.refusalOf(beside.key);
    if (ended !== undefined) {
      admission?.giveBack();
      throw new OwnCallRefusal(ended.message);
    }
    try {
      await log.write([admissionLine(call)], { by: call.key });
    } catch (error) {
      admission?.giveBack();
      throw error;
    }
    const startedAt = elapsed();
    const sent = await send(own, bytes);
    const totalMs = elapsed() - startedAt;
    const times = { call, dispatchedMs: 0, totalMs, firstOutputMs: undefined };
    const progress = { ...sent, asked, upstream: own.upstream, cut: undefined, wasSent: true };
    const ending = endingOf(progress, prices, times);
    await log
      .write([endingLine(call, ending)], { isOwed: true, by: call.key })
      .finally(() => admission?.settle(ending.attempt));
    if (ending.status === 'succeeded') return sent.document;
    throw sent.error ?? new Error(`The provider ${own.upstream.name} did not answer: ${ending.kind ?? ending.status}.`);
  }
}

type Sent = Pick<CallProgress, 'status' | 'answer' | 'hasOutput' | 'error'> & { readonly document: unknown };

async function send({ upstream, endpoint }: OwnCall, bytes: Buffer): Promise<Sent> {
  const { ownHeaders, credential } = protocolAt(endpoint);
  let document: unknown;
  try {
    const { statusCode, headers, body } = await upstream.pool.request({
      method: 'POST',
      path: upstream.path(endpoint),
      headers: {
        'content-type': 'application/json',
        ...ownHeaders,
        ...(upstream.key !== undefined && { [credential.header]: `${credential.prefix}${upstream.key}` }),
      },
      body: bytes,
      signal: AbortSignal.timeout(MOST_MS),
    });
    const reader = createAnswerReader({ endpoint, usage: upstream.usageForm(endpoint), headers }, MEMORY, {
      event: () => undefined,
      outline: () => undefined,
      body(said) {
        document = said;
      },
    });
    let received = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      received += chunk.length;
      // To leave the loop ends the connection.
      if (received > MOST_BYTES) break;
      reader.see(chunk);
    }
    await new Promise<void>((resolve) => reader.finish(resolve));
    const answer = reader.end();
    const error = received > MOST_BYTES ? new Error(`The provider answered more than ${MOST_BYTES} bytes.`) : undefined;
    return { status: statusCode, answer, hasOutput: true, error, document };
  } catch (error) {
    return { status: undefined, answer: undefined, hasOutput: false, error: error as Error, document };
  }
}

/** Limits of a tag hold for what is asked beside a call that has it. */
function tagsOf({ noted }: AdmittedCall): Record<string, string> {
  return Object.fromEntries(Object.entries(noted).filter(([name]) => name.startsWith('tag.')));
}
