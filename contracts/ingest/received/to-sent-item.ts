import type { UnpricedReason } from '../../../domain/models/price.ts';
import { toCallEvents, type ReportedCall } from './reported-call.ts';
import type { SentItem } from './receive-events.ts';

/** A call in another format as a sent item: its events, and the remarks for its sender. */
export function toSentItem(index: number, call: ReportedCall, content?: object): SentItem {
  const unpriced = whyUnpriced(call);
  const statedNanos = call.called?.statedNanos;
  return {
    index,
    isConverted: true,
    events: toCallEvents(call),
    ...(statedNanos !== undefined && { statedEvents: toCallEvents(call, statedNanos) }),
    ...(content !== undefined && { content }),
    ...(unpriced !== undefined && { unpriced }),
  };
}

/**
 * The reasons for a missing price that the sender must learn. Senders of calls without counts know the reason:
 * streams often have no counts.
 */
const REASONS: Readonly<Record<UnpricedReason, ((provider: string, model: string) => string) | undefined>> = {
  provider_not_in_table: (provider) => `the price table has no provider ${provider}`,
  model_not_in_table: (provider, model) => `the price table has no model ${model} of ${provider}`,
  rates_missing: (provider, model) => `the price table lacks a rate of ${model} of ${provider}`,
  usage_unknown: undefined,
  service_not_in_table: (provider, model) =>
    `a service of ${provider} for ${model}, such as its tier, has no known price`,
  tool_not_in_table: (provider) => `${provider} ran a tool without a known price`,
  usage_inconsistent: () => 'their tokens contradict each other',
  usage_not_understood: () => 'they report usage of an unknown kind',
};

/** The maximum number of characters of a name that are shown. */
const SHOWN = 80;

function whyUnpriced({ called }: ReportedCall): string | undefined {
  if (called === undefined || called.price === 'nothing') return undefined;
  const { fromTable } = called.price;
  if (fromTable.state === 'priced') return undefined;
  const [provider, model] = [called.provider, called.model].map((name) => JSON.stringify(name.slice(0, SHOWN)));
  return REASONS[fromTable.reason]?.(provider as string, model as string);
}
