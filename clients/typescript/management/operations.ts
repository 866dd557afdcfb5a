/**
 * The operations of the management plane, and what they answer. This file is made from the operations that the service declares:
 * run `npm run generate` after a change, and edit nothing here.
 */
import type { OperationRow } from '../transport/lane-rules.ts';
import type {
  AnnotationProgress,
  CacheEvidence,
  CachePreview,
  CachePurged,
  CacheStats,
  Capabilities,
  ClaimedAnnotations,
  JudgeDisagreements,
  JudgeFailures,
  JudgeHistory,
  JudgePassRate,
  JudgeReadings,
  Logout,
  ManagementMe,
  OtelOutcomeReceipt,
  OutcomeReceipt,
  ReleasedAnnotations,
} from './wire.ts';

/** The path of the management plane below the service's root. */
export const LANE_PATH = '/tt/api/v1';

/** How each operation is sent. */
export const OPERATIONS = {
  'management.capabilities.get': { method: 'GET', path: '/capabilities', success: 200, repeatable: 'always' },
  'management.me.get': { method: 'GET', path: '/me', success: 200, repeatable: 'always' },
  'management.login': { method: 'POST', path: '/login', success: 200, repeatable: 'never' },
  'management.logout': { method: 'POST', path: '/logout', success: 200, repeatable: 'always' },
  'management.annotation_queue.claim': {
    method: 'POST',
    path: '/evals/annotation-queue/claim',
    success: 200,
    repeatable: 'never',
  },
  'management.annotation_queue.release': {
    method: 'POST',
    path: '/evals/annotation-queue/release',
    success: 200,
    repeatable: 'always',
  },
  'management.annotation_queue.progress': {
    method: 'GET',
    path: '/evals/annotation-queue/progress',
    success: 200,
    repeatable: 'always',
  },
  'management.judges.list': { method: 'GET', path: '/evals/judges', success: 200, repeatable: 'always' },
  'management.judges.history': {
    method: 'GET',
    path: '/evals/judges/{subject}/history',
    success: 200,
    repeatable: 'always',
  },
  'management.judges.disagreements': {
    method: 'GET',
    path: '/evals/judges/{subject}/disagreements',
    success: 200,
    repeatable: 'always',
  },
  'management.judges.failures': {
    method: 'GET',
    path: '/evals/judges/{subject}/failures',
    success: 200,
    repeatable: 'always',
  },
  'management.judges.pass_rate': {
    method: 'GET',
    path: '/evals/judges/{subject}/pass-rate',
    success: 200,
    repeatable: 'always',
  },
  'management.outcomes.send': { method: 'POST', path: '/outcomes', success: 200, repeatable: 'always' },
  'management.outcomes.send_otel': { method: 'POST', path: '/outcomes/otel', success: 200, repeatable: 'always' },
  'management.cache.stats': { method: 'GET', path: '/cache/stats', success: 200, repeatable: 'always' },
  'management.cache.evidence': { method: 'GET', path: '/cache/evidence', success: 200, repeatable: 'always' },
  'management.cache.preview': { method: 'GET', path: '/cache/preview', success: 200, repeatable: 'always' },
  'management.cache.purge': { method: 'POST', path: '/cache/purge', success: 200, repeatable: 'always' },
} as const satisfies Readonly<Record<string, OperationRow>>;

export type OperationName = keyof typeof OPERATIONS;

/** The answer of each operation. */
export interface Documents {
  readonly 'management.capabilities.get': Capabilities;
  readonly 'management.me.get': ManagementMe;
  readonly 'management.login': ManagementMe;
  readonly 'management.logout': Logout;
  readonly 'management.annotation_queue.claim': ClaimedAnnotations;
  readonly 'management.annotation_queue.release': ReleasedAnnotations;
  readonly 'management.annotation_queue.progress': AnnotationProgress;
  readonly 'management.judges.list': JudgeReadings;
  readonly 'management.judges.history': JudgeHistory;
  readonly 'management.judges.disagreements': JudgeDisagreements;
  readonly 'management.judges.failures': JudgeFailures;
  readonly 'management.judges.pass_rate': JudgePassRate;
  readonly 'management.outcomes.send': OutcomeReceipt;
  readonly 'management.outcomes.send_otel': OtelOutcomeReceipt;
  readonly 'management.cache.stats': CacheStats;
  readonly 'management.cache.evidence': CacheEvidence;
  readonly 'management.cache.preview': CachePreview;
  readonly 'management.cache.purge': CachePurged;
}
