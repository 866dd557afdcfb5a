import { isAscii } from 'node:buffer';
import { dimensionText } from '../../contracts/ingest/dimensions/dimension-text.ts';
import type { CacheKind } from '../../domain/gateway/cache/cache-block.ts';
import { findCacheRule, type CacheRule } from '../../domain/gateway/cache/cache-settings.ts';
import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import type { StepClass } from '../../domain/gateway/step-classes.ts';
import { isJsonObject, parseJson } from '../../providers/json-parts.ts';
import { protocolAt } from '../../providers/protocols/registry.ts';
import type { Protocol } from '../../providers/protocols/shared/protocol.ts';
import type { PathCall } from '../../providers/protocols/shared/protocol-paths.ts';
import { badRequest, unservedRequestError, type GatewayError } from '../call/gateway-error.ts';
import { isCacheable } from './print/is-cacheable.ts';
import { printBody, type BodyPrint } from './print/print-body.ts';
import { readRequestText, type RequestText } from './read-request-text.ts';
import { callDemand, type CallDemand } from './size/call-demand.ts';
import type { BodySize } from './size/measure-input.ts';
import { namesProviderState } from './names-provider-state.ts';
import { requestedServices } from './requested-services.ts';
import { estimateInputTokens } from './estimate-tokens.ts';

/**
 * The facts about a request that the gateway needs. None of them refers to the body, which is released after it is
 * read.
 */
export interface RequestFacts {
  readonly model: string;
  readonly streaming: boolean;
  /** The derived step class, which applies if the caller states none. */
  readonly stepClass: StepClass;
  /** The name of the tool whose result it brings, in the form of a dimension; undefined if it brings none. */
  readonly tool: string | undefined;
  /**
   * The dimensions in which the request asks for a price other than the standard one, such as `service_tier`; undefined
   * if it asks for none.
   */
  readonly services?: readonly string[] | undefined;
  /** The approximate number of input tokens; 0 if nothing needs it. */
  readonly inputTokens: number;
  /** True if it continues state that one provider stores; false if nothing needs to know. */
  readonly isBound: boolean;
  /** True if the answer depends on the request alone. */
  readonly isCacheable: boolean;
  /** Undefined if no limit of tokens or money is set. */
  readonly demand: CallDemand | undefined;
  /** Undefined if no cache rule can match the call, or its body cannot be identified. */
  readonly print: BodyPrint | undefined;
  /** Undefined if the words are not captured. */
  readonly text: RequestText | undefined;
}

/** The facts about bodies that the configuration needs, as plain data that can be sent to a thread. */
export interface BodyFactSelection {
  readonly isLimited: boolean;
  /** True if a tier may choose another model. */
  readonly isRouted: boolean;
  /** True if a provider other than the first one may receive a call. */
  readonly isSentElsewhere: boolean;
  readonly cacheRules: readonly CacheRule[];
  readonly keepsWords: boolean;
}

/** The facts about a call before its body is read. */
export interface CallHead {
  readonly endpoint: CalledEndpoint;
  /** The call in its path; undefined if the body names the model. */
  readonly named: PathCall | undefined;
  /** The step class that the caller states. */
  readonly stepClass: string | undefined;
  readonly wanted: BodyFactSelection;
}

/** The refusal of any other value: some servers read a text or a number as true, and others ignore it. */
const STREAM = 'The member `stream` must be the JSON value true or false, without quotes.';

/** The names that facts accept: no control character, and no half of a surrogate pair. */
const MODEL = /^[^\p{Cc}\p{Cs}]{1,128}$/u;
/** The characters of almost every name, which take less time to check. */
const ASCII_MODEL = /^[ -~]{1,128}$/;

export const MISSING_MODEL = badRequest(
  'The member `model` must be the name of a model in 1 to 128 characters. `GET /v1/models` lists the models of the key.',
);

/** True if a name is one that facts accept. */
export function isModelName(name: unknown): name is string {
  return typeof name === 'string' && (ASCII_MODEL.test(name) || MODEL.test(name));
}

/**
 * The request in a body, or the reason why it is refused.
 * @param bytes a body that was scanned before: within bounds, and with only one reading
 */
export function readCall(bytes: Buffer, as: CallHead): RequestFacts | GatewayError {
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  const body = parseJson(text);
  if (!isJsonObject(body)) return badRequest('The body must be a JSON object: it is not valid JSON.');
  const { stream } = body;
  const { named } = as;
  const model = named === undefined ? body['model'] : named.model;
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean') return badRequest(STREAM);
  if (!isModelName(model)) return MISSING_MODEL;
  const protocol = protocolAt(as.endpoint);
  const fault = protocol.requestFault(body);
  if (fault !== undefined) return unservedRequestError(fault);
  return summarizeBody({ body, model, size: { bytes: bytes.length, characters: text.length } }, as, protocol);
}

/** A parsed body. */
interface ParsedBody {
  readonly body: Readonly<Record<string, unknown>>;
  readonly model: string;
  /** The size of the body as it was received. */
  readonly size: BodySize;
}

/** The request in a parsed body. */
export function summarizeBody(
  { body, model, size }: ParsedBody,
  { endpoint, named, stepClass, wanted }: CallHead,
  protocol: Protocol = protocolAt(endpoint),
): RequestFacts {
  const { isLimited, isRouted, isSentElsewhere, cacheRules, keepsWords } = wanted;
  const streaming = named === undefined ? body['stream'] === true : named.streaming;
  const derived = protocol.stepClass(body);
  const tool = protocol.toolName(body);
  const isPlain = isCacheable(body);
  const kind = isPlain
    ? printedFor(cacheRules, { endpoint, model, stepClass: stepClass ?? derived }, isRouted)
    : undefined;
  return {
    model,
    streaming,
    stepClass: derived,
    tool: typeof tool === 'string' ? dimensionText(tool) : undefined,
    services: requestedServices(body),
    // For an answer that is not a stream, the provider states the usage.
    inputTokens: streaming || isRouted ? estimateInputTokens(body) : 0,
    isBound: isSentElsewhere && namesProviderState(body),
    isCacheable: isPlain,
    demand: isLimited ? callDemand(protocol, body, size) : undefined,
    print: kind && printBody(protocol, body, kind),
    text: keepsWords ? readRequestText(protocol, body) : undefined,
  };
}

/**
 * The kind of rule for which the body of a call is digested. If the call may get another model, this is the most
 * demanding kind of all rules.
 */
function printedFor(
  rules: readonly CacheRule[],
  call: Parameters<typeof findCacheRule>[1],
  isRouted: boolean,
): CacheKind | undefined {
  if (!isRouted) return findCacheRule(rules, call)?.kind;
  const kinds = rules.map(({ kind }) => kind);
  return (['semantic', 'normalized', 'exact'] as const).find((kind) => kinds.includes(kind));
}
