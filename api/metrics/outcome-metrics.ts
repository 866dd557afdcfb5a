import { Counter, type Registry } from 'prom-client';
import { OUTCOME_REFUSALS, type OutcomeReceipt } from '../../contracts/judges/outcome-receipt.ts';
import { ANNOTATION_STRATEGIES, type AnnotationStrategy } from '../../domain/judges/annotation.ts';

/** The formats in which outcomes of evaluations can arrive. */
export const OUTCOME_FORMATS = ['native', 'otel'] as const;
export type OutcomeFormat = (typeof OUTCOME_FORMATS)[number];

/** The metrics of incoming outcomes, and of rows that are leased for labelling. */
export interface OutcomeMetrics {
  received(way: OutcomeFormat, receipt: OutcomeReceipt): void;
  claimed(strategy: AnnotationStrategy, rows: number): void;
}

export function createOutcomeMetrics(registry: Registry): OutcomeMetrics {
  const outcomes = new Counter({
    name: 'truetally_outcomes_received_total',
    help: 'Evaluation outcomes that arrived, by way and by result: `accepted`, or the reason of the refusal.',
    labelNames: ['way', 'end'],
    registers: [registry],
  });
  const claims = new Counter({
    name: 'truetally_annotation_claims_total',
    help: 'Claims of rows to label that were answered, by strategy and by result: `some` rows or `none`.',
    labelNames: ['strategy', 'rows'],
    registers: [registry],
  });
  const rows = new Counter({
    name: 'truetally_annotation_rows_claimed_total',
    help: 'Rows that people claimed for labelling.',
    labelNames: ['strategy'],
    registers: [registry],
  });
  for (const way of OUTCOME_FORMATS) for (const end of ['accepted', ...OUTCOME_REFUSALS]) outcomes.inc({ way, end }, 0);
  for (const strategy of ANNOTATION_STRATEGIES) {
    for (const some of ['some', 'none']) claims.inc({ strategy, rows: some }, 0);
    rows.inc({ strategy }, 0);
  }
  return {
    received(way, { accepted, refusals }) {
      outcomes.inc({ way, end: 'accepted' }, accepted);
      for (const { reason } of refusals) outcomes.inc({ way, end: reason });
    },
    claimed(strategy, count) {
      claims.inc({ strategy, rows: count === 0 ? 'none' : 'some' });
      rows.inc({ strategy }, count);
    },
  };
}
