import { Value } from 'typebox/value';
import type { CallFault } from '../../domain/models/model-call.ts';
import { takesSeed } from '../../domain/models/protocols.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { PriceTable } from '../prices/price-table.ts';
import { readUsage } from '../usage/read-usage.ts';
import { isJsonObject, parseJson } from '../json-parts.ts';
import { findPriceProvider, findUsageForm } from '../usage/usage-form.ts';
import { protocolAt } from '../protocols/registry.ts';
import type { ModelRequest, StructuredAnswer } from '../protocols/shared/model-request.ts';
import type { TextAnswer, TextClient } from '../protocols/shared/text-client.ts';
import { contradictsDocument } from './contradicts-document.ts';
import { isEndpoint } from './is-endpoint.ts';
import { HttpExchange } from './http-exchange.ts';
import { toFailedCall, readRequestId, type AbortReason } from './to-failed-call.ts';
import { MAX_REPLY_LENGTH, type ProviderBill, type CallOutcome, type ModelCaller } from './model-caller.ts';
import { readKey } from './read-key.ts';
import { repeatsName } from './repeats-name.ts';

const UNCLEAR = Symbol('unclear');

/** The boundary between two documents in one text. */
const SEVERAL_DOCUMENTS = /\}\s*\{/;

const CALL_ID_HEADER = 'truetally-call-id';

const FAULT_OF_ENDING: Readonly<Partial<Record<TextAnswer['ending'], CallFault>>> = {
  truncated: 'output_truncated',
  filtered: 'content_filtered',
  failed: 'provider_failed',
};

/** Calls models through the official clients of their providers. */
export function createModelCaller(prices: PriceTable, clock: Clock): ModelCaller {
  return {
    async call(request) {
      const { connection, parameters } = request;
      if (!isEndpoint(connection.endpoint)) return neverSent('endpoint_not_allowed');
      if (parameters.seed !== undefined && !takesSeed(connection.wire)) return neverSent('parameter_not_supported');
      const key = await readKey(connection.key);
      if (key === undefined) return neverSent('key_unavailable');
      const client = await protocolAt(connection.wire).text.openClient();
      return exchangeWith(request, key, { prices, clock, client });
    },
  };
}

interface Ports {
  readonly prices: PriceTable;
  readonly clock: Clock;
  readonly client: TextClient;
}

async function exchangeWith(
  request: ModelRequest,
  key: string,
  { prices, clock, client }: Ports,
): Promise<CallOutcome> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]);
  const exchange = new HttpExchange(key);
  const at = clock.now();
  const begun = performance.now();
  await send(client, { ...request, signal }, { key, exchange });
  const latencyMs = Math.round(performance.now() - begun);
  const document = exchange.succeeded ? parseJson(exchange.body ?? '') : undefined;
  if (document === undefined) return toFailedCall(exchange, brokenOffBy(request.signal, timeout), clock.now());
  return answeredCall(document, { request, prices, client, at, latencyMs, exchange });
}

/**
 * Sends a call. The exchange holds the outcome. The client's own errors may contain the request, so they are dropped.
 */
async function send(
  client: TextClient,
  request: ModelRequest,
  { key, exchange }: { readonly key: string; readonly exchange: HttpExchange },
): Promise<void> {
  const { connection, callId, timeoutMs } = request;
  await client
    .send(request, {
      apiKey: key,
      baseURL: connection.endpoint.replace(/\/+$/, ''),
      fetch: exchange.fetch,
      maxRetries: 0,
      timeout: timeoutMs,
      logLevel: 'off',
      defaultHeaders: { [CALL_ID_HEADER]: callId },
    })
    .catch(() => undefined);
}

interface Answered {
  readonly request: ModelRequest;
  readonly prices: PriceTable;
  readonly client: TextClient;
  /** The time of the call. */
  readonly at: Date;
  readonly latencyMs: number;
  readonly exchange: HttpExchange;
}

function answeredCall(document: unknown, { request, prices, client, at, latencyMs, exchange }: Answered): CallOutcome {
  const { connection, structured } = request;
  const used = readUsage(document, findUsageForm(connection));
  const model = used?.model ?? request.model;
  const units = used?.units;
  const bill: ProviderBill = {
    model,
    units,
    price: prices.price({ priceProvider: findPriceProvider(connection), model, units, terms: used?.terms, at }),
    rawUsage: isJsonObject(document) ? (document['usage'] ?? document['usageMetadata']) : undefined,
    latencyMs,
    providerRequestId: readRequestId(exchange),
  };
  const answer = client.read(document, structured);
  const given = structuredOf(answer, exchange.body ?? '');
  const fault = faultOf(answer, structured, given);
  if (answer !== undefined && fault === undefined) {
    const { text, stopReason } = answer;
    return { kind: 'answered', ...bill, text, structured: given, stopReason };
  }
  // The cost of a call without an answer and without usage is unknown.
  const reply = replyOf(answer, exchange.body ?? '');
  if (fault === undefined || units === undefined) {
    const failed = toFailedCall(exchange, undefined, at);
    return failed.kind === 'effect_unknown' ? { ...failed, reply } : failed;
  }
  return { kind: 'failed_with_bill', fault, ...bill, reply };
}

/**
 * The text and the arguments of the model, or else the complete body, cut to a maximum. It shows why the reply is
 * unusable.
 */
function replyOf(answer: TextAnswer | undefined, body: string): string {
  const given = (answer?.structured ?? []).filter((one) => one !== undefined);
  const texts = [answer?.text ?? '', ...given.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))];
  const reply = texts.filter((one) => one.trim() !== '').join('\n');
  return (reply === '' ? body : reply).slice(0, MAX_REPLY_LENGTH);
}

/** The document that a model gave; `UNCLEAR` if parsers may read different documents. */
function structuredOf(answer: TextAnswer | undefined, body: string): unknown {
  if (answer === undefined || answer.structured.length === 0) return undefined;
  const [given] = answer.structured;
  const texts = typeof given === 'string' ? [body, given] : [body];
  if (answer.structured.length > 1 || answer.ending === 'unstated' || texts.some(repeatsName)) return UNCLEAR;
  if (typeof given !== 'string') return given;
  return parseJson(given) ?? (SEVERAL_DOCUMENTS.test(given) ? UNCLEAR : undefined);
}

/** The reason why a reply is not an answer to the request. */
function faultOf(
  answer: TextAnswer | undefined,
  structured: StructuredAnswer | undefined,
  given: unknown,
): CallFault | undefined {
  if (answer === undefined) return 'answer_unreadable';
  const fault = FAULT_OF_ENDING[answer.ending];
  if (fault !== undefined) return fault;
  if (structured === undefined) return answer.text.trim() === '' ? 'answer_empty' : undefined;
  if (given === UNCLEAR) return 'structured_answer_unclear';
  if (!Value.Check(structured.schema, given)) return 'structured_answer_missing';
  return contradictsDocument(answer.text, given, structured.schema) ? 'structured_answer_unclear' : undefined;
}

function brokenOffBy(cancel: AbortSignal | undefined, timeout: AbortSignal): AbortReason {
  if (cancel?.aborted === true) return 'cancelled';
  return timeout.aborted ? 'timed_out' : undefined;
}

function neverSent(fault: CallFault): CallOutcome {
  return { kind: 'never_sent', fault, providerRequestId: undefined };
}
