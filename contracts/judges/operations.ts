import { readOperation, type ManagementOperations } from '../wire/operations/management-operation.ts';
import { AnnotationProgressSchema, ClaimedAnnotationsSchema, ReleasedAnnotationsSchema } from './annotation-queue.ts';
import { JudgeDisagreementsSchema, JudgePassRateSchema } from './judge-evidence.ts';
import { JudgeFailuresSchema } from './judge-failures.ts';
import { JudgeHistorySchema, JudgeReadingsSchema } from './judge-readings.ts';
import { OtelOutcomeReceiptSchema, OutcomeReceiptSchema } from './outcome-receipt.ts';

/** The operations on annotations, judges, validations and incoming outcomes. */
export const JUDGE_OPERATIONS = {
  'management.annotation_queue.claim': {
    method: 'POST',
    path: '/evals/annotation-queue/claim',
    success: 200,
    answer: { document: ClaimedAnnotationsSchema },
    effect: 'write',
    idempotency: 'none',
    access: { floor: 'admin', scopes: ['quality:write', 'content:read'] },
    refusals: ['feature_absent', 'budget_exceeded', 'dependency_unavailable'],
    tag: 'annotation',
    summary: 'Claim rows to label',
    description:
      'Leases up to 200 rows for an hour, with the texts of request and answer. `starved_segments` selects rows of segments with the fewest labels. `hard_cases` selects rows on which judges abstained or panels disagreed. `random` draws from all judged rows. Until its lease ends, a row is offered to no other annotator. A label does not end the lease. With `overlap`, several people can get the same row, each person once. If no row can be claimed, the list is empty. To label a row, send its `req_id` and `workspace_id` to `POST /outcomes`.',
  },
  'management.annotation_queue.release': {
    method: 'POST',
    path: '/evals/annotation-queue/release',
    success: 200,
    answer: { document: ReleasedAnnotationsSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: { floor: 'admin', scopes: ['quality:write'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'annotation',
    summary: 'Release claimed rows',
    description:
      'Ends the annotator’s leases of these requests, so that other annotators can claim them immediately. With `skip`, they are never offered to this annotator again.',
  },
  'management.annotation_queue.progress': readOperation('/evals/annotation-queue/progress', AnnotationProgressSchema, {
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'annotation',
    summary: 'Read the progress of annotators',
    description:
      'Returns for each annotator the numbers of claimed, leased, released, skipped and labelled rows. The annotator with the latest claim comes first.',
  }),
  'management.judges.list': readOperation('/evals/judges', JudgeReadingsSchema, {
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'List judges and the quality of their verdicts',
    description:
      'Lists every judge with an outcome, in each of its versions: its promotion, its agreement with people, the share of labelled requests that it answered, and the floors that applied. A null or absent figure was not measured; 0 is a measured value.',
  }),
  'management.judges.history': readOperation('/evals/judges/{subject}/history', JudgeHistorySchema, {
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'Read the history of one judge',
    description:
      'Returns the promotions, demotions and refusals of a judge, oldest first, and its newest record: the figures, the floors that applied, and each refusal with the required and the measured value. Take the id of the subject from the list of judges; clients cannot construct it.',
  }),
  'management.judges.disagreements': readOperation('/evals/judges/{subject}/disagreements', JudgeDisagreementsSchema, {
    access: { floor: 'admin', scopes: ['evals:read', 'content:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'Read the disagreements of a judge with people',
    description:
      'Lists labelled requests on which the judge disagrees with most people, newest first. Each has the texts of request and answer and the reasons of the judge, if they are stored. The answer contains texts of people, so it needs an admin and `content:read`, like a claim.',
  }),
  'management.judges.failures': readOperation('/evals/judges/{subject}/failures', JudgeFailuresSchema, {
    access: { floor: 'admin', scopes: ['evals:read', 'content:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'Read the failures of a judge',
    description:
      'Lists requests on which a judge of this deployment gave no verdict: the frequency of each reason, and the newest requests. Each request has the reason of every panel member, and its reply if it is stored. The answer contains texts of models, so it needs an admin and `content:read`, like a claim.',
  }),
  'management.judges.pass_rate': readOperation('/evals/judges/{subject}/pass-rate', JudgePassRateSchema, {
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'Estimate the pass rate of people',
    description:
      'Returns two shares of the requests with a verdict of this judge and without a label: the share that the judge passes, and an estimate of the share that people would pass. The estimate corrects the errors that the newest validation found (Rogan and Gladen), and has an interval. If it cannot be computed, the rate is null and `absent_reason` states the reason.',
  }),
  'management.outcomes.send': {
    method: 'POST',
    path: '/outcomes',
    success: 200,
    answer: { document: OutcomeReceiptSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: { floor: 'operator', scopes: ['quality:write'] },
    refusals: ['dependency_unavailable'],
    tag: 'outcomes',
    summary: 'Send outcomes of evaluations',
    description:
      'Accepts labels of people, verdicts and swap trials of judges, and results of checks. Each is about one request, which `req_id` identifies in all workspaces. Accepted outcomes are on disk, and repeated outcomes count once. Refused outcomes are reported by their index and do not affect the others. The reason `conflicting` means that an indexed outcome of the same request and `outcome_id` has other content. The credential determines the sender. Only some senders can claim `measured`: docs/judges.md.',
  },
  'management.outcomes.send_otel': {
    method: 'POST',
    path: '/outcomes/otel',
    success: 200,
    answer: { document: OtelOutcomeReceiptSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: { floor: 'operator', scopes: ['quality:write'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'outcomes',
    summary: 'Send evaluation results of OpenTelemetry',
    description:
      'Accepts OTLP over HTTP in JSON; plain, or compressed with gzip or zstd. It reads events `gen_ai.evaluation.result`, as log records or on spans. The span of an event identifies the request. The outcomes have the basis `reported`, and repeated events count once. Costs in the events and all other data of the body are ignored. Without `evals.outcomes.otel_ingest`, it returns 404 `feature_absent`.',
  },
} as const satisfies ManagementOperations;
