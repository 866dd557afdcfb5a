import type { OtlpAnswer } from '../otlp-traces.ts';
import { partialSuccess, type AnsweredItems } from './partial-success.ts';

/** The answer to spans. Those that describe no call of a model are counted as rejected. */
export function createTracesAnswer(items: AnsweredItems): OtlpAnswer {
  const partial = partialSuccess(items, { one: 'Span', many: 'spans' });
  if (partial === undefined) return {};
  return { partialSuccess: { rejectedSpans: partial.rejected, errorMessage: partial.errorMessage } };
}
