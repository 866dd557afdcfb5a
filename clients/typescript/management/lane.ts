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
  /** Returns the requests of the gateway that match a rule of the cache, by their result, and the savings of hits, as far as their kind is licensed. The savings that rules in shadow mode would have had are separate. Processes write their counts every 2 seconds; a killed process loses the last ones. */
  stats(options?: CallOptions): Promise<Answer<CacheStats>>;
  /** For each kind whether its hits may be said to save what the call cost, and why not; and how old the answers are that are kept. */
  evidence(options?: CallOptions): Promise<Answer<CacheEvidence>>;
  /** Returns, from the facts, the number of the gateway’s calls that look like an earlier one within the same scope, and their cost. This is the maximum number of equal calls. Two calls look alike if provider, model and the number of input tokens are equal (`fingerprint_approximated`). Each is assumed to have cost as much as those like it (`fixed_usage`), for any content of the cache at the time (`recorded_runtime_state`). */
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
  /** Accepts labels of people, verdicts and swap trials of judges, and results of checks, each about one request, which `req_id` finds in all workspaces. Accepted outcomes are on the disk, and count once for any number of repetitions. Refused ones are reported by their index and do not affect the others. `conflicting` contradicts an indexed outcome of the same request and `outcome_id`. The credential decides the sender; not every sender may claim `measured`: docs/judges.md. */
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
  /** Lists requests on which a judge of this deployment gave no verdict: the frequency of each reason, and the newest requests. Each has the reason of every panel member and its reply, as far as it is stored. The answer contains texts of models, so it needs an admin and `content:read`, as a claim does. */
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
  /** Returns for each annotator the numbers of rows that they claimed, hold, released, skipped and labelled. The annotator with the latest claim comes first. */
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
  /** Checks the name and the password of a user, and sets a cookie for the session: 12 hours, or until it was unused for one hour. An unknown name and a wrong password get the same 401. Too many attempts get 429, which says nothing about the password. Browsers may call it only from pages of this host. */
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
