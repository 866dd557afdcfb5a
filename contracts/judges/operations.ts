import { read, type ManagementOperations } from '../wire/operations/management-operation.ts';
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
      'Leases up to 200 rows for an hour, with what was asked and answered in each: `starved_segments` from segments with the fewest labelled rows, `hard_cases` where judges abstained or panels were split. A claimed row is offered to nobody else until the lease ends, which a label does not do; with `overlap` several people may be given the same row, and nobody twice. Nothing to claim is an empty list. The label of a row names its `req_id` and `workspace_id` in `POST /outcomes`.',
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
    summary: 'Give claimed rows back',
    description:
      'Ends the leases that the annotator holds of these requests, so that others are offered them at once. With `skip` they are never offered to this annotator again.',
  },
  'management.annotation_queue.progress': read('/evals/annotation-queue/progress', AnnotationProgressSchema, {
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'annotation',
    summary: 'Read how far annotators are',
    description:
      'Returns for each annotator the numbers of rows that they claimed, hold, released, skipped and labelled. The annotator with the latest claim comes first.',
  }),
  'management.judges.list': read('/evals/judges', JudgeReadingsSchema, {
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'List judges, and what their verdicts are worth',
    description:
      'Every judge that has said anything, in each of its versions: whether it is promoted, how far it agrees with people, what share of labelled requests it answered, and by which floors it was held. What is null or absent was not measured; 0 was measured.',
  }),
  'management.judges.history': read('/evals/judges/{subject}/history', JudgeHistorySchema, {
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'Read the history of one judge',
    description:
      'When it was promoted, demoted or refused, oldest first, and its newest record: what was measured, the floors that were held, and each refusal with what is needed and what there is. Read the id of a subject from the list of judges; one that is made up leads to nothing.',
  }),
  'management.judges.disagreements': read('/evals/judges/{subject}/disagreements', JudgeDisagreementsSchema, {
    access: { floor: 'admin', scopes: ['evals:read', 'content:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'Read where a judge and people differ',
    description:
      'Labelled requests that the judge judged otherwise than most people, the newest first, with what was asked and answered and why the judge said so, as far as that is kept. It serves what people wrote, so that it takes an admin and `content:read`, as a claim does.',
  }),
  'management.judges.failures': read('/evals/judges/{subject}/failures', JudgeFailuresSchema, {
    access: { floor: 'admin', scopes: ['evals:read', 'content:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'Read why a judge gave no verdict',
    description:
      'Lists requests on which a judge of this deployment gave no verdict: the frequency of each reason, and the newest requests. Each has the reason of every panel member and its reply, as far as it is stored. The answer contains texts of models, so it needs an admin and `content:read`, as a claim does.',
  }),
  'management.judges.pass_rate': read('/evals/judges/{subject}/pass-rate', JudgePassRateSchema, {
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'Read what share people would pass',
    description:
      'Of the requests that this judge judged and nobody labelled: the share that it passes, and the share that people would pass, in which the errors that its newest validation found are taken out (Rogan and Gladen), with an interval. Where nothing follows, the rate is null and `absent_reason` says why.',
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
      'Accepts labels of people, verdicts and swap trials of judges, and results of checks, each about one request, which `req_id` finds in all workspaces. Accepted outcomes are on the disk, and count once for any number of repetitions. Refused ones are reported by their index and do not affect the others. `conflicting` contradicts an indexed outcome of the same request and `outcome_id`. The credential decides the sender; not every sender may claim `measured`: docs/judges.md.',
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
    summary: 'Send results of evaluations of OpenTelemetry',
    description:
      'OTLP over HTTP in JSON, plain or compressed with gzip or zstd: events `gen_ai.evaluation.result`, as log records or on spans, each of the request that its span is. They are `reported`, count once however often they are sent, and what they say of money is passed over; so is everything else in the body. It is 404 `feature_absent` unless `evals.outcomes.otel_ingest` is set.',
  },
} as const satisfies ManagementOperations;
