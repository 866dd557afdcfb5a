import { Refusal } from '../../domain/kernel/errors.ts';
import type { ReadScope } from '../../domain/tenancy/scope.ts';
import type { InsightQuery } from './insight-query.ts';

/**
 * Refuses a question whose answer would disclose what its reader may not read. A filter discloses whether a value
 * exists, and the order of values by spend discloses money.
 *
 * @throws Refusal `forbidden`
 */
export function refuseForbiddenDimensions(
  { dimension_filter: filter, ranked_by: rankedBy }: Pick<InsightQuery, 'dimension_filter' | 'ranked_by'>,
  { mayReadCost, mayReadDimensions }: Pick<ReadScope, 'mayReadCost' | 'mayReadDimensions'>,
): void {
  if (filter !== undefined && !mayReadDimensions)
    throw forbidden(
      '/dimension_filter',
      'A filter by dimensions requires `dimensions.read` on every environment of the question. Omit `dimension_filter`, or ask for the permission.',
    );
  if (rankedBy === 'spend' && !mayReadCost)
    throw forbidden(
      '/ranked_by',
      'The order of values by spend requires `cost.read` on every environment of the question. Send another `ranked_by`, or ask for the permission.',
    );
}

function forbidden(pointer: string, detail: string): Refusal {
  return new Refusal('forbidden', detail, { faults: [{ pointer, detail }] });
}
