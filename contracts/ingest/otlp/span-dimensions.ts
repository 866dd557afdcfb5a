import { PURPOSES } from '../../../domain/insight/insight-sets.ts';
import type { ReportedCall } from '../received/reported-call.ts';
import { DIMENSION_ATTRIBUTES } from './names/call-names.ts';
import { statedSpanDimensions } from './stated-span-dimensions.ts';
import type { SpanAttributes } from './span-attributes.ts';

/** The members about a request of a span or record, and its trace if it has one. */
export function spanDimensions(attributes: SpanAttributes, traceId: string | undefined): ReportedCall['dimensions'] {
  const { purpose: purposeName, ...others } = DIMENSION_ATTRIBUTES;
  const entries = Object.entries(others).map(([member, name]) => [member, attributes.text([name])] as const);
  const purpose = attributes.text([purposeName]);
  const dimensions = statedSpanDimensions(attributes);
  return {
    // A foreign purpose is ignored: the call is worth storing without it.
    purpose: PURPOSES.find((known) => known === purpose) ?? 'application',
    ...(traceId !== undefined && { trace_id: traceId }),
    ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    ...(dimensions !== undefined && { dimensions }),
  };
}
