import { Type, type TProperties } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ExternalCall, CallPrices } from '../../../domain/models/call-prices.ts';
import { canonicalProviderName } from '../../../domain/models/known-providers.ts';
import type { Price } from '../../../domain/models/price.ts';
import { AttemptSchema, type Attempt } from '../events/attempt.ts';
import { CostEffectSchema, type CostEffect } from '../events/cost-effect.ts';
import { parseInstantMs } from '../events/parse-instant-ms.ts';
import type { SentItem } from './receive-events.ts';
import { toPriceMembers } from './reported-call.ts';

/**
 * The sent items of the traffic format, for an environment in which stated costs do not count. A settlement with an
 * amount gets the price of the table, by the attempt that was sent with it. An adjustment, or a transition to a price,
 * yields no event.
 */
export function withTableCosts(items: readonly SentItem[], prices: CallPrices): SentItem[] {
  const attempts = new Map<string, SentAttempt>();
  for (const { events = [] } of items)
    for (const event of events) if (isAttempt(event)) attempts.set(keyOf(event), event);
  return items.map((item) => {
    const [effect] = item.events ?? [];
    if (!isStatedCost(effect)) return item;
    const isSettlement = effect.effect_kind === 'settlement';
    const events = isSettlement ? [settledByTable(effect, attempts.get(keyOf(effect)), prices)] : [];
    return { index: item.index, events, statedEvents: [effect] };
  });
}

/**
 * The settlement with the price of the table, by the tokens and the time of its attempt. It stays free if its sender
 * states 0, and the attempt has neither output nor tokens.
 */
function settledByTable(
  { price_state: _state, nanos, estimated: _estimated, price_revision: _revision, ...effect }: SentEffect,
  attempt: SentAttempt | undefined,
  prices: CallPrices,
): object {
  const price = prices.priceOf({
    provider: canonicalProviderName(effect.provider_id),
    model: effect.provider_model,
    tokens: tokensOf(attempt),
    at: new Date(parseInstantMs(attempt?.dispatched_at ?? effect.occurred_at) ?? 0),
  });
  const isFree = nanos === '0' && attempt?.output_state === 'none' && (attempt.total_tokens ?? 0) === 0;
  const free: Price = { state: 'priced', nanos: '0', revision: price.revision };
  return { ...effect, ...toPriceMembers(isFree ? free : price) };
}

function tokensOf(attempt: SentAttempt | undefined): ExternalCall['tokens'] {
  const { input_tokens: input, output_tokens: output, cache_read_tokens: cacheRead } = attempt ?? {};
  const cacheWrite = attempt?.cache_write_tokens;
  if (input === undefined || output === undefined) return undefined;
  return {
    input,
    output,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  };
}

type SentAttempt = Omit<Attempt, 'scope'>;
type SentEffect = Omit<CostEffect, 'scope'>;

const attemptOf = unscoped(AttemptSchema.properties);
const effectOf = unscoped(CostEffectSchema.properties);

/**
 * A check of all members except `scope`, which the receiver adds, and `dimensions`, which it cuts. The receiver also
 * checks all other rules of the event.
 */
function unscoped(properties: TProperties): { Check(value: unknown): boolean } {
  const { scope: _scope, dimensions: _dimensions, ...members } = properties;
  return Compile(Type.Object(members));
}

function isAttempt(event: unknown): event is SentAttempt {
  return attemptOf.Check(event);
}

function isStatedCost(event: unknown): event is SentEffect {
  return effectOf.Check(event) && (event as SentEffect).nanos !== undefined;
}

function keyOf({ logical_request_id: requestId, attempt_id: attemptId }: SentAttempt | SentEffect): string {
  return `${requestId}\t${attemptId}`;
}
