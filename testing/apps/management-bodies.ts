import type { MANAGEMENT_OPERATIONS } from '../../contracts/management/operations.ts';
import { ADA } from './management-fixture.ts';

const OUTCOME = {
  req_id: 'r1',
  outcome_id: 'label',
  evaluator_id: 'human.label',
  metric: 'safety',
  occurred_at: '2026-03-01T11:00:00Z',
  verdict: 'pass',
  annotator: 'grace',
};

/** A valid body for each operation of the management plane; `null` if it has no body. */
export const MANAGEMENT_BODIES: Readonly<Record<keyof typeof MANAGEMENT_OPERATIONS, object | null>> = {
  'management.capabilities.get': null,
  'management.me.get': null,
  'management.login': { name: ADA.name, password: ADA.password },
  'management.logout': null,
  'management.outcomes.send': { outcomes: [OUTCOME] },
  'management.outcomes.send_otel': {},
  'management.judges.list': null,
  'management.judges.history': null,
  'management.judges.disagreements': null,
  'management.judges.failures': null,
  'management.judges.pass_rate': null,
  'management.annotation_queue.claim': { k: 1, strategy: 'hard_cases' },
  'management.annotation_queue.release': { req_ids: ['r1'] },
  'management.annotation_queue.progress': null,
  'management.cache.stats': null,
  'management.cache.evidence': null,
  'management.cache.preview': null,
  'management.cache.purge': { by: 'rule', value: 'default' },
};
