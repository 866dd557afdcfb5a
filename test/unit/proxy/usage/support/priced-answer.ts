import { endpointWire, type CalledEndpoint } from '../../../../../domain/models/protocols.ts';
import type { CalledProvider } from '../../../../../contracts/ingest/calls/write-ended-call.ts';
import { createCallEnding } from '../../../../../proxy/decision-log/create-call-ending.ts';
import { requestedServices } from '../../../../../proxy/request/requested-services.ts';
import { createAnswerReader } from '../../../../../proxy/usage/create-answer-reader.ts';
import { protocolAt } from '../../../../../providers/protocols/registry.ts';
import { findFirstUsageForm } from '../../../../../providers/usage/usage-form.ts';
import { loadPriceTable, type PriceTable } from '../../../../../providers/prices/price-table.ts';

const MEMORY = { take: () => true, isHeld: () => false };
const AT = new Date('2026-11-20T12:00:00Z');

const table: PriceTable = await loadPriceTable();

export interface Answered {
  readonly endpoint?: CalledEndpoint;
  readonly provider?: string;
  readonly model?: string;
  /** The members of the request in addition to its model. */
  readonly asked?: Readonly<Record<string, unknown>>;
}

type Said = Readonly<Record<string, unknown>> | readonly unknown[];

function isList(answer: Said): answer is readonly unknown[] {
  return Array.isArray(answer);
}

/** The attempt of a call with this answer, which is a body or the events of a stream. */
export function readAttempt(answer: Said, answered: Answered = {}): CalledProvider {
  const { endpoint = 'chat_completions', provider = 'openai', model = 'gpt-5', asked = {} } = answered;
  const streaming = isList(answer);
  const reader = createAnswerReader(
    {
      endpoint,
      usage: findFirstUsageForm([provider, endpointWire(endpoint)], protocolAt(endpoint).usageFlavors),
      headers: { 'content-type': streaming ? 'text/event-stream' : 'application/json' },
    },
    MEMORY,
  );
  const text = isList(answer)
    ? answer.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('')
    : JSON.stringify({ model, ...answer });
  reader.see(Buffer.from(text));
  reader.finish(() => undefined);
  const ending = createCallEnding(
    {
      asked: {
        model,
        streaming,
        stepClass: 'user_turn',
        tool: undefined,
        services: requestedServices(asked),
        inputTokens: 7,
        isBound: false,
        isCacheable: false,
        demand: undefined,
        print: undefined,
        text: undefined,
      },
      upstream: { name: 'p', priceProvider: provider },
      status: 200,
      answer: reader.end(),
      hasOutput: true,
      error: undefined,
      cut: undefined,
      wasSent: true,
    },
    table,
    { call: { admittedAt: AT }, dispatchedMs: 1, totalMs: 2, firstOutputMs: undefined },
  );
  return ending.attempt as CalledProvider;
}

/** The cost in USD, or the reason for no price. */
export function readCost(answer: Said, answered: Answered = {}): string {
  const { price } = readAttempt(answer, answered);
  if (price === 'nothing') return price;
  return price.state === 'priced' ? `$${Number(price.nanos) / 1e9}` : price.reason;
}

export const CHAT = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };
export const TEXT = [{ message: { content: 'Hello' }, finish_reason: 'stop' }];
export const MESSAGE = { input_tokens: 1_000, output_tokens: 100 };
export const RESPONSE = { input_tokens: 1_000, output_tokens: 100, total_tokens: 1_100 };
export const messages = (model: string): Answered => ({ endpoint: 'messages', provider: 'anthropic', model });
export const RESPONSES: Answered = { endpoint: 'responses' };
export const gemini = (model: string): Answered => ({ endpoint: 'generate_content', provider: 'google', model });
