import type { CallPrices } from '../../../domain/models/call-prices.ts';
import { canonicalProviderName } from '../../../domain/models/known-providers.ts';
import { isRefusedCall, callOutputState, toFailureStatus } from '../received/call-ending.ts';
import type { CalledModel, ReportedCall, ReportedUsage } from '../received/reported-call.ts';
import { toValidUsage } from '../received/to-valid-usage.ts';
import { toStatedNanos } from '../received/to-stated-nanos.ts';
import { dimensionsOfLog } from './dimensions-of-log.ts';
import { readLogFlag, readLogNumber, readLogText } from './read-log-members.ts';

/** The result for a log entry: a call of a model, an entry about something else, or a fault. */
export type LogReading =
  | { readonly call: ReportedCall }
  | 'no_call'
  | { readonly fault: string; readonly at?: Date; readonly requestId?: string };

/** Types of calls that generate or embed text; the prefix `a` marks the asynchronous variant. */
const CALLS_OF_MODELS =
  /^a?(completion|text_completion|embedding|responses|anthropic_messages|generate_content|generate_content_stream)$/;

/**
 * Reads an entry of LiteLLM's log, a `StandardLoggingPayload`. Each entry describes one attempt: retries and fallbacks
 * have entries of their own.
 */
export function readLitellmLog(log: unknown, prices: CallPrices): LogReading {
  const callType = readLogText(log, 'call_type');
  if (callType === undefined) return { fault: 'The entry has no call_type: it is no StandardLoggingPayload.' };
  if (!CALLS_OF_MODELS.test(callType)) return 'no_call';
  const times = timesOf(log);
  if (times === undefined) return { fault: 'The entry has no startTime and endTime of the years 2000 to 2099.' };
  const ownId = readLogText(log, 'litellm_call_id') ?? readLogText(log, 'id');
  if (ownId === undefined) return { fault: 'The entry has no id.', at: times.startedAt };
  // The attempts of one request share its id, and start one after the other.
  const id = `${ownId}.${times.startedAt.getTime()}`;
  const fault = (sentence: string) => ({ fault: sentence, at: times.startedAt, requestId: id });
  const error = errorOf(log);
  const provider = readLogText(log, 'custom_llm_provider');
  const model = modelOf(log, provider);
  // A request that the proxy could not send to a provider failed without a call.
  if (provider === undefined && error === undefined) return fault('The entry names no provider (custom_llm_provider).');
  if (provider !== undefined && model === undefined) return fault('The entry names no model.');
  const asked = { log, provider, model, error, at: times.startedAt };
  const call = { id, dimensions: dimensionsOf(log), ...times };
  return { call: { ...call, ...endingOf(asked, prices), streaming: readLogFlag(log, 'stream') } };
}

function endingOf(
  asked: Asked,
  prices: CallPrices,
): Pick<ReportedCall, 'connectionId' | 'status' | 'terminalKind' | 'firstOutputMs' | 'called'> {
  const { log, error, at } = asked;
  const isCached = readLogFlag(log, 'cache_hit');
  const kind = isCached ? 'cache_hit' : error;
  const connectionId = readLogText(log, 'model_id');
  const firstOutput = error === undefined || hasOutput(log) ? readLogNumber(log, 'completionStartTime') : undefined;
  return {
    status: error === undefined ? 'succeeded' : toFailureStatus(error),
    ...(kind !== undefined && { terminalKind: kind }),
    ...(connectionId !== undefined && { connectionId }),
    ...(firstOutput !== undefined && { firstOutputMs: millisecondsBetween(at.getTime(), firstOutput) }),
    called: isCached ? undefined : calledModel(asked, prices),
  };
}

function modelOf(log: unknown, provider: string | undefined): string | undefined {
  const model = readLogText(log, 'model');
  // The name of a deployment starts with its provider.
  const prefix = `${provider ?? ''}/`;
  return model?.startsWith(prefix) === true ? model.slice(prefix.length) || undefined : model;
}

/** The times of an entry, which states seconds as doubles. */
function timesOf(log: unknown): Pick<ReportedCall, 'startedAt' | 'endedAt' | 'totalMs'> | undefined {
  const startedAt = instantOf(readLogNumber(log, 'startTime'));
  const endedAt = instantOf(readLogNumber(log, 'endTime'));
  if (startedAt === undefined || endedAt === undefined) return undefined;
  return { startedAt, endedAt, totalMs: Math.max(0, endedAt.getTime() - startedAt.getTime()) };
}

const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

function instantOf(seconds: number | undefined): Date | undefined {
  const ms = Math.floor((seconds ?? Number.NaN) * 1_000);
  return ms >= EARLIEST_MS && ms < LATEST_MS ? new Date(ms) : undefined;
}

function millisecondsBetween(fromMs: number, toSeconds: number): number {
  return Math.max(0, Math.floor(toSeconds * 1_000) - fromMs);
}

function dimensionsOf(log: unknown): ReportedCall['dimensions'] {
  const stated = {
    route_id: readLogText(log, 'model_group'),
    trace_id: readLogText(log, 'trace_id'),
    team_id: readLogText(log, 'metadata', 'user_api_key_team_id'),
  };
  const dimensions = dimensionsOfLog(log);
  return {
    purpose: 'application',
    ...Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined)),
    ...(dimensions !== undefined && { dimensions }),
  };
}

/** The name of the entry's error, if it has one. */
function errorOf(log: unknown): string | undefined {
  if (readLogText(log, 'status') !== 'failure') return undefined;
  return (
    readLogText(log, 'error_information', 'error_class') ??
    readLogText(log, 'error_information', 'error_code') ??
    'error'
  );
}

/**
 * True if the call returned output before its error. If no output arrived, LiteLLM states the end of the call as the
 * start of its output.
 */
function hasOutput(log: unknown): boolean {
  const [began, ended] = [readLogNumber(log, 'completionStartTime'), readLogNumber(log, 'endTime')];
  if ((readLogNumber(log, 'completion_tokens') ?? 0) > 0) return true;
  return (
    began !== undefined &&
    ended !== undefined &&
    began >= (readLogNumber(log, 'startTime') ?? Infinity) &&
    began < ended
  );
}

/** True if the name of the error, or the status of the provider's answer, means that the provider refused the call. */
function isRefused(log: unknown): boolean {
  const names = ['error_class', 'error_code'].map((name) => readLogText(log, 'error_information', name));
  return names.some((name) => name !== undefined && isRefusedCall(name));
}

interface Asked {
  readonly log: unknown;
  /** The provider; undefined if none was chosen. The model may be undefined then, too. */
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly error: string | undefined;
  readonly at: Date;
}

function calledModel({ log, provider, model, error, at }: Asked, prices: CallPrices): CalledModel | undefined {
  if (provider === undefined || model === undefined) return undefined;
  const called = { provider: canonicalProviderName(provider), model };
  const usage = usageOf(log);
  const hasBegun = hasOutput(log);
  const isFree = usage === undefined && error !== undefined && isRefused(log) && !hasBegun;
  const stated = toStatedNanos(readLogNumber(log, 'response_cost'));
  return {
    ...called,
    outputState: callOutputState(error === undefined, { tokens: usage?.output, hasBegun }),
    usage,
    price: isFree ? 'nothing' : { fromTable: prices.priceOf({ ...called, tokens: usage, at }) },
    ...(stated !== undefined && { statedNanos: stated }),
  };
}

/** The usage of an entry; undefined if all counts are 0, because LiteLLM writes 0 for a call without counts. */
function usageOf(log: unknown): ReportedUsage | undefined {
  const input = readLogNumber(log, 'prompt_tokens');
  const output = readLogNumber(log, 'completion_tokens');
  const total = readLogNumber(log, 'total_tokens');
  if (input === undefined || output === undefined || total === undefined || input + output + total === 0)
    return undefined;
  const usage = ['metadata', 'usage_object'] as const;
  const cacheRead = readLogNumber(log, ...usage, 'prompt_tokens_details', 'cached_tokens');
  const cacheWrite =
    readLogNumber(log, ...usage, 'prompt_tokens_details', 'cache_creation_tokens') ??
    readLogNumber(log, ...usage, 'cache_creation_input_tokens');
  const reasoning = readLogNumber(log, ...usage, 'completion_tokens_details', 'reasoning_tokens');
  return toValidUsage({
    source: 'gateway',
    input,
    output,
    total,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(reasoning !== undefined && { reasoning }),
  });
}
