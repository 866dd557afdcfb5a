import type { Attempt } from '../../contracts/ingest/attempt.ts';
import type { CostEffect } from '../../contracts/ingest/cost-effect.ts';
import type { RequestAdmitted } from '../../contracts/ingest/request-admitted.ts';
import type { RequestTerminal } from '../../contracts/ingest/request-terminal.ts';
import type { Price } from '../../domain/gateway/price.ts';
import type { Purpose } from '../../domain/insight/insight-sets.ts';
import type { KeyInForce } from '../../store/gateway/virtual-key-store.ts';

/** What is known of a request when it is let in; every event of it says so. */
export interface AdmittedCall {
  readonly requestId: string;
  /** Absent: an application waits for it. */
  readonly purpose?: Purpose;
  readonly key: Pick<KeyInForce, 'keyId' | 'owner' | 'leaf'>;
  readonly admittedAt: Date;
  readonly streaming: boolean;
  readonly traceId: string | undefined;
  /** The tier that serves it; absent where it goes where it is asked. */
  readonly routeId?: string;
  /** Bytes of its body. */
  readonly bytes: number;
  readonly noted: Readonly<Record<string, string>>;
}

/** How it ended; milliseconds count from `admittedAt`, by a clock that only goes on. */
export interface CallEnding {
  readonly status: RequestTerminal['status'];
  /** Where there is something to add to the status. */
  readonly kind?: string | undefined;
  readonly totalMs: number;
  /** Of a stream. */
  readonly firstOutputMs?: number | undefined;
  /** Absent where no provider was sent anything. */
  readonly attempt?: CalledProvider | undefined;
  /** Attempts before it that were turned away, one after the other. */
  readonly earlier?: readonly EarlierAttempt[];
}

export interface CalledProvider {
  readonly provider: string;
  /** The one that answered, or else the one that was asked for. */
  readonly model: string;
  /** The one that was asked for. */
  readonly asked: string;
  readonly dispatchedMs: number;
  readonly outputState: Attempt['output_state'];
  /** By the units of the price table; undefined where nobody knows. */
  readonly units: Readonly<Record<string, number>> | undefined;
  /** Whether we counted them, in place of the provider. */
  readonly isEstimate: boolean;
  /** `nothing` where the provider refused the call, so that it cost nothing. */
  readonly price: Price | 'nothing';
}

/** An attempt in whose place another one was made. */
export interface EarlierAttempt extends CalledProvider {
  readonly endedMs: number;
}

/** The event of a request that is let in: the first line of its row. */
export function admissionEvent(call: AdmittedCall): RequestAdmitted {
  return {
    event: 'request_admitted',
    ...dimensionsOf(call),
    admitted_at: call.admittedAt.toISOString(),
    streaming: call.streaming,
    noted: { key_id: call.key.keyId, ...call.noted },
  };
}

/** What the request came to: attempt and cost where there was a call, and its end. */
export function endingEvents(call: AdmittedCall, ending: CallEnding): (Attempt | CostEffect | RequestTerminal)[] {
  const { attempt, earlier = [], kind, firstOutputMs } = ending;
  const dimensions = dimensionsOf(call);
  const endedAt = instantAfter(call, ending.totalMs);
  const attempts = attempt === undefined ? earlier : [...earlier, { ...attempt, endedMs: ending.totalMs }];
  const served = attempt !== undefined && attempt.outputState !== 'none';
  return [
    ...attempts.flatMap((each, index) => attemptEvents(call, each, attempts.slice(0, index))),
    {
      event: 'request_terminal',
      ...dimensions,
      admitted_at: call.admittedAt.toISOString(),
      terminal_at: endedAt,
      status: ending.status,
      ...(kind !== undefined && { terminal_kind: kind }),
      ...(served && { final_model: attempt.model, final_provider: attempt.provider }),
      attempt_count: attempts.length,
      streaming: call.streaming,
      total_ms: Math.round(ending.totalMs * 10) / 10,
      ...(call.streaming && firstOutputMs !== undefined && { first_output_ms: Math.round(firstOutputMs * 10) / 10 }),
    },
  ];
}

function attemptEvents(
  call: AdmittedCall,
  attempt: EarlierAttempt,
  before: readonly EarlierAttempt[],
): [Attempt, CostEffect] {
  const ordinal = before.length + 1;
  const last = before.at(-1);
  const isElsewhere = last !== undefined && (last.provider !== attempt.provider || last.asked !== attempt.asked);
  const endedAt = instantAfter(call, attempt.endedMs);
  const called = {
    ...dimensionsOf(call),
    attempt_id: `${call.requestId}.${ordinal}`,
    provider_id: attempt.provider,
    provider_model: attempt.model,
  };
  const dispatchedAt = instantAfter(call, attempt.dispatchedMs);
  return [
    {
      event: 'attempt',
      ...called,
      ordinal,
      role: last === undefined ? 'primary' : isElsewhere ? 'fallback' : 'retry',
      route_changed: isElsewhere,
      output_state: attempt.outputState,
      ...usageOf(attempt),
      dispatched_at: dispatchedAt,
      terminal_at: endedAt,
    },
    {
      event: 'cost_effect',
      ...called,
      effect_id: `${call.requestId}.${ordinal}`,
      effect_kind: 'settlement',
      occurred_at: endedAt,
      ...priceOf(attempt),
    },
  ];
}

function dimensionsOf({ requestId, purpose = 'application', key, traceId, routeId, bytes }: AdmittedCall) {
  const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = key.leaf;
  return {
    schema: 1,
    scope: {
      organization_id: organizationId,
      workspace_id: workspaceId,
      application_id: applicationId,
      gateway_id: gatewayId,
      environment_id: environmentId,
    },
    purpose,
    logical_request_id: requestId,
    ...(routeId !== undefined && { route_id: routeId }),
    ...(traceId !== undefined && { trace_id: traceId }),
    team_id: key.owner,
    input_size_bucket: sizeOf(bytes),
  } as const;
}

/** By the bytes of the body: up to about 500 and 3,000 tokens of text. */
function sizeOf(bytes: number): string {
  if (bytes < 2_000) return 'small';
  return bytes < 12_000 ? 'medium' : 'large';
}

function instantAfter({ admittedAt }: AdmittedCall, ms: number): string {
  return new Date(admittedAt.getTime() + Math.round(ms)).toISOString();
}

function usageOf({
  units,
  isEstimate,
}: CalledProvider): Pick<Attempt, 'usage_known' | 'usage_source'> & Partial<Attempt> {
  const { input_tokens: input, output_tokens: output = 0 } = units ?? {};
  if (units === undefined || input === undefined) return { usage_known: false, usage_source: 'none' };
  const { cache_read_tokens: read, cache_write_tokens: written, output_reasoning_tokens: reasoning } = units;
  return {
    usage_known: true,
    usage_source: isEstimate ? 'gateway' : 'provider',
    input_tokens: input,
    output_tokens: output,
    ...(read !== undefined && { cache_read_tokens: read }),
    ...(written !== undefined && { cache_write_tokens: written }),
    ...(reasoning !== undefined && { reasoning_tokens: reasoning }),
    total_tokens: input + output,
  };
}

function priceOf({
  price,
  isEstimate,
}: CalledProvider): Pick<CostEffect, 'price_state' | 'nanos' | 'estimated' | 'price_revision'> {
  if (price === 'nothing') return { price_state: 'priced', nanos: '0', estimated: true };
  const revision = { price_revision: price.revision };
  if (price.state === 'unpriced') return { price_state: 'unpriced', ...revision };
  return { price_state: 'priced', nanos: price.nanos, estimated: isEstimate, ...revision };
}
