/**
 * The methods of the client, one for each operation of the management plane. This file is made from the operations that the
 * service declares: run `npm run generate` after a change, and edit nothing here.
 */
import type { CallOptions } from '../call-options.ts';
import type { Answer } from '../transport/answer.ts';
import type { ManagementTransport } from './management-lane-rules.ts';
import type {
  AnnotationClaim,
  AnnotationProgress,
  AnnotationRelease,
  CacheEvidence,
  CachePreview,
  CachePurge,
  CachePurged,
  CacheStats,
  Capabilities,
  ClaimedAnnotations,
  JudgeDisagreements,
  JudgeFailures,
  JudgeHistory,
  JudgePassRate,
  JudgeReadings,
  Login,
  Logout,
  ManagementMe,
  OtelOutcomeReceipt,
  OtlpEvaluations,
  OutcomeBatch,
  OutcomeReceipt,
  ReleasedAnnotations,
} from './wire.ts';

/** `management.cache` */
export interface CacheOperations {
  /** Requests of the gateway that a rule of the cache is about, by what became of them, and what hits saved, as far as their kind is licensed. What rules in shadow would have saved is apart, and nobody saved it. Processes tell what they counted every 2 seconds; one that is killed loses the last of it. */
  stats(options?: CallOptions): Promise<Answer<CacheStats>>;
  /** For each kind whether its hits may be said to save what the call cost, and why not; and how old the answers are that are kept. */
  evidence(options?: CallOptions): Promise<Answer<CacheEvidence>>;
  /** Out of the facts: how many calls of the gateway look like one before them within the same scope, which is the most that can be the same, and what they cost. Two calls look alike where provider, model and the number of tokens sent are equal (`fingerprint_approximated`); each is taken to have cost what those like it did (`fixed_usage`), whatever the cache held then (`recorded_runtime_state`). */
  preview(query?: { readonly since?: string | undefined }, options?: CallOptions): Promise<Answer<CachePreview>>;
  /** Removes one entry, all of a scope, or all that a rule kept, for good. Processes drop it from their memory within 2 seconds, and give nothing any more that was purged 10 seconds ago. Answers to calls that are on their way meanwhile are not kept. */
  purge(body: CachePurge, options?: CallOptions): Promise<Answer<CachePurged>>;
}

function cacheOperationsOver(transport: ManagementTransport): CacheOperations {
  return {
    stats: async (options?: CallOptions) => transport.ask('management.cache.stats', { ids: {}, options }),
    evidence: async (options?: CallOptions) => transport.ask('management.cache.evidence', { ids: {}, options }),
    preview: async (query?: { readonly since?: string | undefined }, options?: CallOptions) =>
      transport.ask('management.cache.preview', { ids: {}, ...(query && { query }), options }),
    purge: async (body: CachePurge, options?: CallOptions) =>
      transport.ask('management.cache.purge', { ids: {}, body, options }),
  };
}

/** `management.outcomes` */
export interface OutcomesOperations {
  /** Takes labels of people, verdicts and swap trials of judges, and results of checks, each of one request, which is found by `req_id` in all workspaces. What is accepted is on the disk, and counts once however often it is sent. What is refused is told by its place and keeps nothing else from being accepted; `conflicting` is what says something else than an indexed outcome of the same request and `outcome_id`. Whose outcome it is comes from the credential; `measured` is more than some may claim: docs/judges.md. */
  send(body: OutcomeBatch, options?: CallOptions): Promise<Answer<OutcomeReceipt>>;
  /** OTLP over HTTP in JSON, plain or compressed with gzip or zstd: events `gen_ai.evaluation.result`, as log records or on spans, each of the request that its span is. They are `reported`, count once however often they are sent, and what they say of money is passed over; so is everything else in the body. It is 404 `feature_absent` unless `evals.outcomes.otel_ingest` is set. */
  sendOtel(body: OtlpEvaluations, options?: CallOptions): Promise<Answer<OtelOutcomeReceipt>>;
}

function outcomesOperationsOver(transport: ManagementTransport): OutcomesOperations {
  return {
    send: async (body: OutcomeBatch, options?: CallOptions) =>
      transport.ask('management.outcomes.send', { ids: {}, body, options }),
    sendOtel: async (body: OtlpEvaluations, options?: CallOptions) =>
      transport.ask('management.outcomes.send_otel', { ids: {}, body, options }),
  };
}

/** `management.judges` */
export interface JudgesOperations {
  /** Every judge that has said anything, in each of its versions: whether it is promoted, how far it agrees with people, what share of labelled requests it answered, and by which floors it was held. What is null or absent was not measured; 0 was measured. */
  list(options?: CallOptions): Promise<Answer<JudgeReadings>>;
  /** When it was promoted, demoted or refused, oldest first, and its newest record: what was measured, the floors that were held, and each refusal with what is needed and what there is. Read the id of a subject from the list of judges; one that is made up leads to nothing. */
  history(subject: string, options?: CallOptions): Promise<Answer<JudgeHistory>>;
  /** Labelled requests that the judge judged otherwise than most people, the newest first, with what was asked and answered and why the judge said so, as far as that is kept. It serves what people wrote, so that it takes an admin and `content:read`, as a claim does. */
  disagreements(
    subject: string,
    query?: { readonly limit?: number | undefined },
    options?: CallOptions,
  ): Promise<Answer<JudgeDisagreements>>;
  /** Requests that a judge of this deployment was asked about and gave no verdict on: how often each reason is, and the newest of them with the reason of each seat and what it replied, as far as that is kept. It serves what models wrote, so that it takes an admin and `content:read`, as a claim does. */
  failures(
    subject: string,
    query?: { readonly limit?: number | undefined },
    options?: CallOptions,
  ): Promise<Answer<JudgeFailures>>;
  /** Of the requests that this judge judged and nobody labelled: the share that it passes, and the share that people would pass, in which the errors that its newest validation found are taken out (Rogan and Gladen), with an interval. Where nothing follows, the rate is null and `absent_reason` says why. */
  passRate(subject: string, options?: CallOptions): Promise<Answer<JudgePassRate>>;
}

function judgesOperationsOver(transport: ManagementTransport): JudgesOperations {
  return {
    list: async (options?: CallOptions) => transport.ask('management.judges.list', { ids: {}, options }),
    history: async (subject: string, options?: CallOptions) =>
      transport.ask('management.judges.history', { ids: { subject }, options }),
    disagreements: async (subject: string, query?: { readonly limit?: number | undefined }, options?: CallOptions) =>
      transport.ask('management.judges.disagreements', { ids: { subject }, ...(query && { query }), options }),
    failures: async (subject: string, query?: { readonly limit?: number | undefined }, options?: CallOptions) =>
      transport.ask('management.judges.failures', { ids: { subject }, ...(query && { query }), options }),
    passRate: async (subject: string, options?: CallOptions) =>
      transport.ask('management.judges.pass_rate', { ids: { subject }, options }),
  };
}

/** `management.annotation_queue` */
export interface AnnotationQueueOperations {
  /** Leases up to 200 rows for an hour, with what was asked and answered in each: `starved_segments` from segments with the fewest labelled rows, `hard_cases` where judges abstained or panels were split. A claimed row is offered to nobody else until the lease ends, which a label does not do; with `overlap` several people may be given the same row, and nobody twice. Nothing to claim is an empty list. The label of a row names its `req_id` and `workspace_id` in `POST /outcomes`. */
  claim(body: AnnotationClaim, options?: CallOptions): Promise<Answer<ClaimedAnnotations>>;
  /** Ends the leases that the annotator holds of these requests, so that others are offered them at once. With `skip` they are never offered to this annotator again. */
  release(body: AnnotationRelease, options?: CallOptions): Promise<Answer<ReleasedAnnotations>>;
  /** For each annotator how many rows they were given, hold, gave back, skipped and labelled; whoever claimed last comes first. */
  progress(options?: CallOptions): Promise<Answer<AnnotationProgress>>;
}

function annotationQueueOperationsOver(transport: ManagementTransport): AnnotationQueueOperations {
  return {
    claim: async (body: AnnotationClaim, options?: CallOptions) =>
      transport.ask('management.annotation_queue.claim', { ids: {}, body, options }),
    release: async (body: AnnotationRelease, options?: CallOptions) =>
      transport.ask('management.annotation_queue.release', { ids: {}, body, options }),
    progress: async (options?: CallOptions) =>
      transport.ask('management.annotation_queue.progress', { ids: {}, options }),
  };
}

/** `management.me` */
export interface MeOperations {
  /** The token that the request came with: its role, its scopes, and when it ends. A session is a token that a login made: then `user_id` says whose it is. Every role may ask. */
  get(options?: CallOptions): Promise<Answer<ManagementMe>>;
}

function meOperationsOver(transport: ManagementTransport): MeOperations {
  return {
    get: async (options?: CallOptions) => transport.ask('management.me.get', { ids: {}, options }),
  };
}

/** `management.capabilities` */
export interface CapabilitiesOperations {
  /** The epoch and the version of the management plane that runs here, and where it is described. It needs no credential: a client reads it before it has one. */
  get(options?: CallOptions): Promise<Answer<Capabilities>>;
}

function capabilitiesOperationsOver(transport: ManagementTransport): CapabilitiesOperations {
  return {
    get: async (options?: CallOptions) => transport.ask('management.capabilities.get', { ids: {}, options }),
  };
}

/** Every group of operations. */
export interface Lane {
  readonly capabilities: CapabilitiesOperations;
  readonly me: MeOperations;
  /** Takes the name and the password of a user, and answers with a cookie that stands for the session: 12 hours, or until nobody has used it for one. A name that there is not and a wrong password are the same 401. Who tries too often is answered 429, and learns nothing of the password. Browsers may call it from pages of this host alone. */
  login(body: Login, options?: CallOptions): Promise<Answer<ManagementMe>>;
  /** Ends the session that the request came with, at once and in every process, and takes its cookie back. A token is 403: operators revoke it. */
  logout(options?: CallOptions): Promise<Answer<Logout>>;
  readonly annotationQueue: AnnotationQueueOperations;
  readonly judges: JudgesOperations;
  readonly outcomes: OutcomesOperations;
  readonly cache: CacheOperations;
}

/** The operations of the lane. */
export function laneOver(transport: ManagementTransport): Lane {
  return {
    capabilities: capabilitiesOperationsOver(transport),
    me: meOperationsOver(transport),
    login: async (body: Login, options?: CallOptions) => transport.ask('management.login', { ids: {}, body, options }),
    logout: async (options?: CallOptions) => transport.ask('management.logout', { ids: {}, options }),
    annotationQueue: annotationQueueOperationsOver(transport),
    judges: judgesOperationsOver(transport),
    outcomes: outcomesOperationsOver(transport),
    cache: cacheOperationsOver(transport),
  };
}
