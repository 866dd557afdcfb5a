import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createValidator } from '../../contracts/wire/validator.ts';
import { WIRES, type Wire } from '../../domain/models/model-call.ts';
import { knownModelsText } from '../../domain/gateway/known-models-text.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { protocolAt } from '../protocols/registry.ts';
import type { PlayedRequest, Playback } from '../protocols/shared/playback.ts';
import type { TextProtocol } from '../protocols/shared/protocol.ts';
import { promptDigest, type AnswerBook } from './answer-book.ts';
import { FaultPlanSchema, plannedFault, type PlannedFault, type FaultPlan } from './fault-plan.ts';
import { findPlayedPath, listPlaybackRoutes } from './find-played-path.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

const BODY_BYTES = 4_194_304;
/** The maximum number of calls on the bill. Above it, the oldest tenth is removed. */
const MAX_CALLS = 100_000;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
/** The average number of characters of a token in most texts; a recorded usage is exact. */
const CHARACTERS_OF_A_TOKEN = 4;
/** The number of characters that are shown of an unknown model's name. */
const SHOWN = 128;

const checkPlan = createValidator(FaultPlanSchema);

/** A call that was carried out and is therefore charged, even if its answer did not arrive. */
export interface BilledCall {
  /** The header `truetally-call-id`; null if the caller sent none. */
  readonly call_id: string | null;
  readonly wire: Wire;
  readonly model: string;
  readonly prompt_digest: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** The end of the answer. */
  readonly ended: 'answered' | 'failing' | 'cut' | 'malformed';
  readonly at: string;
}

export interface PlaybackParts {
  readonly answers: AnswerBook;
  readonly plan: FaultPlan;
  readonly clock: Clock;
  wait(ms: number): Promise<unknown>;
  readonly maxCalls?: number;
}

/**
 * Creates a provider that speaks every protocol by which models write, and plays recorded answers with the delays and
 * faults of its plan. It keeps a bill of the calls that it carried out, so that tests can prove that none was paid for
 * twice.
 */
export function createPlaybackApp(parts: PlaybackParts): FastifyInstance {
  const app = fastify({ bodyLimit: BODY_BYTES, exposeHeadRoutes: false });
  const bill: BilledCall[] = [];
  const { maxCalls = MAX_CALLS } = parts;
  let { plan } = parts;
  let planBegan = parts.clock.now().getTime();
  let calls = 0;
  let forgotten = 0;

  function charge(call: BilledCall): void {
    bill.push(call);
    if (bill.length > maxCalls) forgotten += bill.splice(0, Math.ceil(maxCalls / 10)).length;
  }

  app.get('/playback/bill', () => ({ calls: bill, forgotten_calls: forgotten }));
  app.get('/playback/plan', () => plan);
  app.put('/playback/plan', async (request, reply) => {
    if (!LOOPBACK.test(request.ip))
      return reply.code(403).send({ message: 'The plan is changed from this machine alone: send it to 127.0.0.1.' });
    const refusal = checkPlan(request.body);
    if (refusal !== undefined) return reply.code(422).send({ message: refusal.message, faults: refusal.faults });
    plan = request.body as FaultPlan;
    planBegan = parts.clock.now().getTime();
    calls = 0;
    return plan;
  });

  for (const wire of WIRES) {
    const protocol = protocolAt(wire);
    const { playback } = protocol.text;
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const fail = (status: number, type: string, message: string): FastifyReply =>
        reply.code(status).send(playback.error(type, message, status));
      const read = readAsked(request, protocol);
      if ('refused' in read) return fail(...read.refused);
      const { asked } = read;
      // A count of tokens is not billed.
      if (read.isCount) return reply.send(playback.count?.(countTokens(asked.sent)));
      const recorded = parts.answers.find(asked.prompt, asked.model);
      if (recorded === undefined) return fail(404, 'not_found_error', unrecordedText(parts.answers, asked.model));
      const fault = plannedFault(plan, calls, parts.clock.now().getTime() - planBegan);
      calls += 1;
      if (fault?.fault === 'rate_limited') {
        void reply.header('retry-after', fault.retry_after_seconds);
        return fail(429, 'rate_limit_error', 'Too many calls.');
      }
      if (fault?.fault === 'overloaded') return fail(529, 'overloaded_error', 'Overloaded.');
      const tokens = tokensOf(asked, recorded);
      if (isBilled(fault))
        charge({
          call_id: callIdOf(request),
          wire,
          model: asked.model,
          prompt_digest: promptDigest(asked.prompt),
          ...tokens,
          ended: endOf(fault),
          at: parts.clock.now().toISOString(),
        });
      await parts.wait(waitOf(asked, plan, fault));
      const spoken = {
        id: `played_${calls}`,
        model: asked.model,
        recorded,
        forcedTool: asked.forcedTool,
        inputTokens: tokens.input_tokens,
        outputTokens: tokens.output_tokens,
      };
      if (asked.streaming && !isNoStream(fault))
        return stream(reply, playback.stream(spoken, asked), {
          isListed: asked.isListed,
          isCut: fault?.fault === 'cut',
          halfway: () => parts.wait(slownessOf(fault) ?? 0),
        });
      return deliver(fault, { reply, playback, id: spoken.id, body: playback.answer(spoken) });
    };
    for (const route of listPlaybackRoutes(protocol.paths)) app.post(route, handler);
  }
  return app;
}

type Refused = readonly [status: number, type: string, message: string];

/** The content of a request, or the reason why no answer is looked up for it. */
function readAsked(
  request: FastifyRequest,
  { paths, text: { playback } }: TextProtocol,
): { readonly asked: PlayedRequest; readonly isCount: boolean } | { readonly refused: Refused } {
  const path = findPlayedPath(paths, request.url);
  if (path === undefined) return { refused: [404, 'not_found_error', 'There is nothing at this path.'] };
  const { named, query, isCount } = path;
  if (!isCount && !isSigned(request))
    return { refused: [401, 'authentication_error', 'A call needs a key; any will do.'] };
  const asked = playback.readRequest(request.body, named, query);
  if (asked !== undefined) return { asked, isCount };
  return {
    refused: [400, 'invalid_request_error', `This is no request that can be ${isCount ? 'counted' : 'played back'}.`],
  };
}

function unrecordedText({ models }: AnswerBook, asked: string): string {
  if (models === undefined || models.includes(asked)) return 'No answer was recorded for this prompt and model.';
  return `No answer was recorded for the model ${asked.slice(0, SHOWN)}.${knownModelsText(asked.slice(0, SHOWN), models)}`;
}

function deliver(
  fault: PlannedFault | undefined,
  { reply, playback, id, body }: { reply: FastifyReply; playback: Playback; id: string; body: Record<string, unknown> },
): FastifyReply {
  void reply.header('request-id', id).header('x-request-id', id);
  if (fault?.fault === 'failing')
    return reply.code(fault.status).send(playback.error('api_error', 'Failed.', fault.status));
  if (fault?.fault === 'cut') {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  if (fault?.fault !== 'malformed') return reply.send(body);
  const text = JSON.stringify(body);
  return reply.type('application/json').send(text.slice(0, text.length / 2));
}

/** Milliseconds before the start of an answer; the delay of a stream comes later. */
function waitOf({ streaming }: PlayedRequest, { latency_ms: ms }: FaultPlan, fault: PlannedFault | undefined): number {
  return streaming ? ms : (slownessOf(fault) ?? ms);
}

function slownessOf(fault: PlannedFault | undefined): number | undefined {
  return fault?.fault === 'slow' ? fault.latency_ms : undefined;
}

/** True for a fault that replaces a stream with another answer. */
function isNoStream(fault: PlannedFault | undefined): boolean {
  return fault?.fault === 'failing' || fault?.fault === 'malformed';
}

/** Sends half of the events immediately and the other half after `halfway`, or never if the answer is cut. */
async function stream(
  reply: FastifyReply,
  events: readonly string[],
  { isListed, isCut, halfway }: { isListed: boolean; isCut: boolean; halfway: () => Promise<unknown> },
): Promise<FastifyReply> {
  reply.hijack();
  const half = Math.ceil(events.length / 2);
  const type = isListed ? 'application/json' : 'text/event-stream';
  reply.raw.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' });
  // A caller that aborts has received the first half by then.
  await new Promise((resolve) => reply.raw.write(events.slice(0, half).join(''), resolve));
  await halfway();
  if (isCut) reply.raw.destroy();
  else reply.raw.end(events.slice(half).join(''));
  return reply;
}

function isSigned({ headers }: FastifyRequest): boolean {
  return ['authorization', 'x-api-key', 'x-goog-api-key'].some((name) => headers[name] !== undefined);
}

function callIdOf({ headers }: FastifyRequest): string | null {
  const id = headers['truetally-call-id'];
  return typeof id === 'string' ? id : null;
}

function isBilled(fault: PlannedFault | undefined): boolean {
  return fault === undefined || !('billed' in fault) || fault.billed;
}

function endOf(fault: PlannedFault | undefined): BilledCall['ended'] {
  const name = fault?.fault;
  return name === 'failing' || name === 'cut' || name === 'malformed' ? name : 'answered';
}

function tokensOf(asked: PlayedRequest, recorded: RecordedAnswer): { input_tokens: number; output_tokens: number } {
  const answered = `${recorded.text ?? ''}${recorded.structured === undefined ? '' : JSON.stringify(recorded.structured)}`;
  return recorded.usage ?? { input_tokens: countTokens(asked.sent), output_tokens: countTokens(answered) };
}

function countTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_OF_A_TOKEN);
}
