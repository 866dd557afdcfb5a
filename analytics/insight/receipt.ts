import type { InsightReceipt } from '../../contracts/insight/insight-receipt.ts';
import type { ReadContext } from '../../contracts/insight/read-context.ts';
import type { ReadScope } from '../../domain/access/scope.ts';
import { notFound } from '../../domain/errors.ts';
import type { FactsFilter } from './facts-filter.ts';
import type { Ask } from './statement.ts';

/** A request to be told about, and the pin under which it was shown. */
export interface ReceiptRead {
  readonly logicalRequestId: string;
  /** What the pin shows of the framing's window; with its purposes. */
  readonly filter: FactsFilter;
  readonly scope: ReadScope;
  readonly pin: ReadContext;
}

/**
 * The metadata receipt of one request.
 *
 * @throws Refusal `not_found` when the framing does not show the request, or what `ask` throws
 */
export function readReceipt(_ask: Ask, _read: ReceiptRead): Promise<InsightReceipt> {
  return Promise.reject(notFound());
}
