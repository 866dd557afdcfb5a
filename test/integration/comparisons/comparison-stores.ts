import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { createCaseStore } from '../../../store/comparisons/case-store.ts';
import { createComparisonDecisionStore } from '../../../store/comparisons/comparison-decision-store.ts';
import { createComparisonRunRequests } from '../../../store/comparisons/comparison-run-requests.ts';
import { createComparisonRunStore } from '../../../store/comparisons/comparison-run-store.ts';
import { createComparisonStore } from '../../../store/comparisons/comparison-store.ts';
import { createComparisonVerdictStore } from '../../../store/comparisons/comparison-verdict-store.ts';
import { createRunEvidenceStore } from '../../../store/comparisons/run-evidence-store.ts';
import { createSampleStore } from '../../../store/comparisons/sample-store.ts';
import { createConnectionStore } from '../../../store/gateway/connection-store.ts';
import { createServingRouteStore } from '../../../store/gateway/serving-route-store.ts';

/** All stores of comparisons that the API has in a database. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- what it makes is its type
export function comparisonStores({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  return {
    connections: createConnectionStore(pool, clock),
    routes: createServingRouteStore(pool, clock),
    comparisons: createComparisonStore(pool, clock),
    samples: createSampleStore(pool, clock),
    cases: createCaseStore(pool, clock),
    runs: createComparisonRunStore(pool, clock),
    requests: createComparisonRunRequests(pool, clock),
    evidence: {
      ...createRunEvidenceStore(pool),
      ...createComparisonVerdictStore(pool, clock),
      ...createComparisonDecisionStore(pool, clock),
    },
  };
}

export type ComparisonStores = ReturnType<typeof comparisonStores>;
