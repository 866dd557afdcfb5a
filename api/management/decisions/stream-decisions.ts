import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DECISION_STREAM_QUERY } from '../../../contracts/gateway/decisions/call-decision.ts';
import { DECISION_OPERATIONS, EVENT_STREAM } from '../../../contracts/gateway/decisions/decision-operations.ts';
import {
  DECISION_STREAM_LIMITS,
  type DecisionStreamLimit,
} from '../../../domain/gateway/decisions/decision-streams.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { Following } from '../../../journal/decisions/decision-reading.ts';
import { callerCredentialId, callerUserId, type ManagementCaller } from '../access/management-caller.ts';
import { createManagementHandler, type ManagementContext } from '../lane/create-management-handler.ts';
import type { StreamOwner } from '../lane/stream-slots.ts';
import { DecisionStream } from './decision-stream.ts';

/** Seconds before a client that has too many streams may try again. */
const RETRY_AFTER_SECONDS = 10;

const HEADERS = {
  'content-type': `${EVENT_STREAM}; charset=utf-8`,
  // nginx would collect the events of minutes.
  'x-accel-buffering': 'no',
} as const;

const { access } = DECISION_OPERATIONS['management.decisions.stream'];

/** Sends each call of the gateway when it has ended, as server-sent events. */
export const streamDecisions = createManagementHandler(DECISION_OPERATIONS, 'management.decisions.stream', {
  query: Type.Object({ ...DECISION_STREAM_QUERY }, { additionalProperties: false }),
  async answer(request, context, reply) {
    const { ports } = context;
    const { environment_id: environmentId, decision, last_event_id: asked } = request.query;
    const release = takeSlot(request, context, reply);
    let following: Following | undefined;
    const stream = new DecisionStream({
      monotonicMs: ports.monotonicMs ?? (() => performance.now()),
      hasRight: () => hasRight(request, context),
      onMissed: (calls) => ports.decisionMetrics?.missed(calls),
      onEnd(end) {
        following?.stop();
        release();
        ports.decisionMetrics?.ended(end);
      },
    });
    ports.decisionMetrics?.opened();
    // A reader can leave before the stream is its answer.
    reply.raw.once('close', () => stream.body.destroy());
    try {
      following = await ports.decisions.follow({ environmentId, decision }, stream, lastEventId(request, asked));
    } catch (error) {
      stream.body.destroy();
      throw error;
    }
    if (reply.raw.destroyed) stream.body.destroy();
    if (stream.hasEnded) following.stop();
    else stream.resume(following.later);
    return { headers: HEADERS, body: stream.body };
  },
});

/**
 * Takes a place for a stream. Returns the function that frees it.
 * @throws Refusal `rate_limited` if too many streams are open
 */
function takeSlot(
  request: FastifyRequest,
  { caller, ports, streamSlots }: ManagementContext,
  reply: FastifyReply,
): () => void {
  const slot = streamSlots.take(streamOwner(caller.of(request)));
  if (slot.full === undefined) return () => slot.release();
  ports.decisionMetrics?.refused(slot.full);
  void reply.header('retry-after', RETRY_AFTER_SECONDS);
  throw new Refusal('rate_limited', `${FULL[slot.full]} Close a stream, or wait until one ends.`);
}

const FULL: Readonly<Record<DecisionStreamLimit, string>> = {
  credential: `This credential has ${DECISION_STREAM_LIMITS.credential} open streams, which is the maximum.`,
  user: `The user of this credential has ${DECISION_STREAM_LIMITS.user} open streams, which is the maximum.`,
  process: `This process of the API has ${DECISION_STREAM_LIMITS.process} open streams, which is the maximum.`,
};

/** The owner of the streams of a caller. */
function streamOwner(caller: ManagementCaller): StreamOwner {
  const credentialId = callerCredentialId(caller);
  const first = 'token' in caller ? caller.token.ancestors[0] : undefined;
  return { credentialId, userId: callerUserId(caller) ?? first ?? credentialId };
}

/** Resolves to false if the credential of the request no longer opens the stream. Rejects if that is unknown. */
async function hasRight(request: FastifyRequest, { recheck }: ManagementContext): Promise<boolean> {
  try {
    await recheck(request, access);
    return true;
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'unauthorized' || error.code === 'forbidden')) return false;
    request.log.warn({ err: error }, 'the right of a stream could not be checked');
    throw error;
  }
}

/** The last event that the reader has received; undefined if it named none. */
function lastEventId({ headers }: FastifyRequest, asked: string | undefined): string | undefined {
  const sent = headers['last-event-id'];
  const named = typeof sent === 'string' ? sent : asked;
  return named === '' ? undefined : named;
}
