import {
  CacheEvidenceSchema,
  CachePreviewSchema,
  CachePurgedSchema,
  CacheStatsSchema,
} from '../gateway/cache-administration.ts';
import { JudgeDisagreementsSchema, JudgePassRateSchema } from '../judges/judge-evidence.ts';
import { JudgeFailuresSchema } from '../judges/judge-failures.ts';
import { JudgeHistorySchema, JudgeReadingsSchema } from '../judges/judge-readings.ts';
import { OtelOutcomeReceiptSchema, OutcomeReceiptSchema } from '../judges/outcome-receipt.ts';
import type { RequiredAccess } from '../../domain/management/require-access.ts';
import type { BareAnswer, Operation } from '../wire/operation.ts';
import {
  AnnotationProgressSchema,
  ClaimedAnnotationsSchema,
  ReleasedAnnotationsSchema,
} from '../judges/annotation-queue.ts';
import { CapabilitiesSchema } from './capabilities.ts';
import { COOKIE_HEADERS, LogoutSchema } from './login.ts';
import { ManagementMeSchema } from './me.ts';

/** An operation of the management plane: open to anybody, or to those with a role and scopes. */
type ManagementOperation = Operation<BareAnswer> & ({ readonly isOpen: true } | { readonly access: RequiredAccess });

/** The operations of the management plane, in the order in which they are described. */
export const MANAGEMENT_OPERATIONS = {
  'management.capabilities.get': {
    method: 'GET',
    path: '/capabilities',
    success: 200,
    answer: { document: CapabilitiesSchema },
    effect: 'read',
    isOpen: true,
    refusals: [],
    tag: 'capabilities',
    summary: 'Read what this deployment serves',
    description:
      'The epoch and the version of the management plane that runs here, and where it is described. It needs no credential: a client reads it before it has one.',
  },
  'management.me.get': {
    method: 'GET',
    path: '/me',
    success: 200,
    answer: { document: ManagementMeSchema },
    effect: 'read',
    access: { floor: 'viewer', scopes: [] },
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'Say who asks',
    description:
      'The token that the request came with: its role, its scopes, and when it ends. A session is a token that a login made: then `user_id` says whose it is. Every role may ask.',
  },
  'management.login': {
    method: 'POST',
    path: '/login',
    success: 200,
    answer: { document: ManagementMeSchema, headers: COOKIE_HEADERS },
    effect: 'write',
    idempotency: 'none',
    isOpen: true,
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'Begin a session',
    description:
      'Takes the name and the password of a user, and answers with a cookie that stands for the session: 12 hours, or until nobody has used it for one. A name that there is not and a wrong password are the same 401. Who tries too often is answered 429, and learns nothing of the password. Browsers may call it from pages of this host alone.',
  },
  'management.logout': {
    method: 'POST',
    path: '/logout',
    success: 200,
    answer: { document: LogoutSchema, headers: COOKIE_HEADERS },
    effect: 'write',
    idempotency: 'inherent',
    access: { floor: 'viewer', scopes: [] },
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'End the session',
    description:
      'Ends the session that the request came with, at once and in every process, and takes its cookie back. A token is 403: operators revoke it.',
  },
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
      'Takes labels of people, verdicts and swap trials of judges, and results of checks, each of one request, which is found by `req_id` in all workspaces. What is accepted is on the disk, and counts once however often it is sent. What is refused is told by its place and keeps nothing else from being accepted; `conflicting` is what says something else than an indexed outcome of the same request and `outcome_id`. Whose outcome it is comes from the credential; `measured` is more than some may claim: docs/judges.md.',
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
  'management.judges.list': {
    method: 'GET',
    path: '/evals/judges',
    success: 200,
    answer: { document: JudgeReadingsSchema },
    effect: 'read',
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'List judges, and what their verdicts are worth',
    description:
      'Every judge that has said anything, in each of its versions: whether it is promoted, how far it agrees with people, what share of labelled requests it answered, and by which floors it was held. What is null or absent was not measured; 0 was measured.',
  },
  'management.judges.history': {
    method: 'GET',
    path: '/evals/judges/{subject}/history',
    success: 200,
    answer: { document: JudgeHistorySchema },
    effect: 'read',
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'Read what became of one judge',
    description:
      'When it was promoted, demoted or refused, oldest first, and its newest record: what was measured, the floors that were held, and each refusal with what is needed and what there is. Read the id of a subject from the list of judges; one that is made up leads to nothing.',
  },
  'management.judges.disagreements': {
    method: 'GET',
    path: '/evals/judges/{subject}/disagreements',
    success: 200,
    answer: { document: JudgeDisagreementsSchema },
    effect: 'read',
    access: { floor: 'admin', scopes: ['evals:read', 'content:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'Read where a judge and people differ',
    description:
      'Labelled requests that the judge judged otherwise than most people, the newest first, with what was asked and answered and why the judge said so, as far as that is kept. It serves what people wrote, so that it takes an admin and `content:read`, as a claim does.',
  },
  'management.judges.failures': {
    method: 'GET',
    path: '/evals/judges/{subject}/failures',
    success: 200,
    answer: { document: JudgeFailuresSchema },
    effect: 'read',
    access: { floor: 'admin', scopes: ['evals:read', 'content:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'Read why a judge gave no verdict',
    description:
      'Requests that a judge of this deployment was asked about and gave no verdict on: how often each reason is, and the newest of them with the reason of each seat and what it replied, as far as that is kept. It serves what models wrote, so that it takes an admin and `content:read`, as a claim does.',
  },
  'management.judges.pass_rate': {
    method: 'GET',
    path: '/evals/judges/{subject}/pass-rate',
    success: 200,
    answer: { document: JudgePassRateSchema },
    effect: 'read',
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'Read what share people would pass',
    description:
      'Of the requests that this judge judged and nobody labelled: the share that it passes, and the share that people would pass, in which the errors that its newest validation found are taken out (Rogan and Gladen), with an interval. Where nothing follows, the rate is null and `absent_reason` says why.',
  },
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
  'management.annotation_queue.progress': {
    method: 'GET',
    path: '/evals/annotation-queue/progress',
    success: 200,
    answer: { document: AnnotationProgressSchema },
    effect: 'read',
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'annotation',
    summary: 'Read how far annotators are',
    description:
      'For each annotator how many rows they were given, hold, gave back, skipped and labelled; whoever claimed last comes first.',
  },
  'management.cache.stats': {
    method: 'GET',
    path: '/cache/stats',
    success: 200,
    answer: { document: CacheStatsSchema },
    effect: 'read',
    access: { floor: 'viewer', scopes: ['cache:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'cache',
    summary: 'Read what the cache came to',
    description:
      'Requests of the gateway that a rule of the cache is about, by what became of them, and what hits saved, as far as their kind is licensed. What rules in shadow would have saved is apart, and nobody saved it. Processes tell what they counted every 2 seconds; one that is killed loses the last of it.',
  },
  'management.cache.evidence': {
    method: 'GET',
    path: '/cache/evidence',
    success: 200,
    answer: { document: CacheEvidenceSchema },
    effect: 'read',
    access: { floor: 'viewer', scopes: ['cache:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'cache',
    summary: 'Read what hits are worth',
    description:
      'For each kind whether its hits may be said to save what the call cost, and why not; and how old the answers are that are kept.',
  },
  'management.cache.preview': {
    method: 'GET',
    path: '/cache/preview',
    success: 200,
    answer: { document: CachePreviewSchema },
    effect: 'read',
    access: { floor: 'viewer', scopes: ['cache:read'] },
    refusals: ['feature_absent', 'budget_exceeded', 'dependency_unavailable'],
    tag: 'cache',
    summary: 'Estimate what a cache would have answered',
    description:
      'Out of the facts: how many calls of the gateway look like one before them within the same scope, which is the most that can be the same, and what they cost. Two calls look alike where provider, model and the number of tokens sent are equal (`fingerprint_approximated`); each is taken to have cost what those like it did (`fixed_usage`), whatever the cache held then (`recorded_runtime_state`).',
  },
  'management.cache.purge': {
    method: 'POST',
    path: '/cache/purge',
    success: 200,
    answer: { document: CachePurgedSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: { floor: 'operator', scopes: ['cache:write'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'cache',
    summary: 'Remove answers from the cache',
    description:
      'Removes one entry, all of a scope, or all that a rule kept, for good. Processes drop it from their memory within 2 seconds, and give nothing any more that was purged 10 seconds ago. Answers to calls that are on their way meanwhile are not kept.',
  },
} as const satisfies Readonly<Record<string, ManagementOperation>>;
