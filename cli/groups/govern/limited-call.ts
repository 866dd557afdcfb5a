import type { LoggedCall as LimitedCall } from '../../../domain/gateway/governance/logged-call.ts';
import type { LoggedAttempt, LoggedCall } from '../../logs/logged-call.ts';

/** The facts about a logged call on which limits depend. The log does not contain the rotations of its key. */
export function toLimitedCall(call: LoggedCall): LimitedCall {
  const { noted = {}, keyId } = call;
  const numberOf = (name: string): number | undefined => (noted[name] === undefined ? undefined : Number(noted[name]));
  return {
    requestId: call.requestId,
    admittedMs: call.admittedMs,
    endedMs: call.endedMs ?? call.admittedMs,
    caller: {
      keyIds: keyId === undefined ? [] : [keyId],
      owner: call.team ?? '',
      organizationId: call.scope.organization_id,
    },
    tags: call.tags,
    // The use of a call without an ending is unknown, although its line has no attempts.
    tokens: call.status === 'pending' ? undefined : sumOf(call.attempts, totalOf),
    nanos: call.status === 'pending' ? undefined : sumOf(call.attempts, settledOf),
    isEstimate: call.attempts.some(({ isUsageEstimate }) => isUsageEstimate),
    reservedTokens: numberOf('reserved_tokens'),
    reservedNanos: numberOf('reserved_nano_usd'),
    factor: numberOf('price_factor') ?? 1,
  };
}

/** True for a call of an application. Limits on requests count no shadow calls and no calls of the gateway itself. */
export function isServed({ purpose }: Pick<LoggedCall, 'purpose'>): boolean {
  return purpose === 'application';
}

function totalOf({ totalTokens, inputTokens, outputTokens }: LoggedAttempt): number | undefined {
  if (totalTokens !== undefined) return totalTokens;
  return inputTokens === undefined || outputTokens === undefined ? undefined : inputTokens + outputTokens;
}

/** The settled cost in nano-USD; 0 for an attempt without a settlement, which is not charged. */
function settledOf({ priceState, costNanos }: LoggedAttempt): number | undefined {
  if (priceState === undefined) return 0;
  return costNanos === undefined ? undefined : Number(costNanos);
}

function sumOf(
  attempts: readonly LoggedAttempt[],
  of: (attempt: LoggedAttempt) => number | undefined,
): number | undefined {
  return attempts.reduce<number | undefined>((sum, attempt) => {
    const part = of(attempt);
    return sum === undefined || part === undefined ? undefined : sum + part;
  }, 0);
}
