import type { InsightReceipt } from '../../contracts/insight/insight-receipt.ts';
import { notFound } from '../../domain/errors.ts';
import type { OpenedRead } from './open-read.ts';
import type { Ask } from './statement.ts';

/**
 * The metadata receipt of one request.
 *
 * @throws Refusal `not_found` when the framing does not show the request, or what `ask` throws
 */
export function readReceipt(_ask: Ask, _opened: OpenedRead, _logicalRequestId: string): Promise<InsightReceipt> {
  return Promise.reject(notFound());
}
