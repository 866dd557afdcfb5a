import type { Provenance } from '../../../contracts/quality/reads/quality-window.ts';
import type { RowProvenance } from '../../../domain/quality/join-provenance.ts';

/** The provenance of figures that were counted in the facts. */
export function presentProvenance(
  { from, until }: { readonly from: Date; readonly until: Date },
  { highWater, demoRows, estimatedRows }: RowProvenance,
): Provenance {
  return {
    window: { since: from.toISOString(), until: until.toISOString() },
    path: 'facts',
    index_high_water: highWater ?? null,
    demo_rows: demoRows,
    estimated_rows: estimatedRows,
  };
}
