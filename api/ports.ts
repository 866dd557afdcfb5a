import type { FastifyBaseLogger } from 'fastify';
import type { Caller, ReadScope, WorkspaceTree } from '../domain/access/scope.ts';
import type { Clock } from '../domain/clock.ts';
import type { Component } from '../domain/components.ts';
import type { IdKind } from '../domain/ids.ts';
import type { InsightAnswer } from '../contracts/insight/insight-answer.ts';
import type { InsightQuery } from '../contracts/insight/insight-query.ts';
import type { ReportCreation, ReportV1 } from '../contracts/report.ts';
import type { ReportRunV1 } from '../contracts/report-run.ts';
import type { SavedView } from '../contracts/saved-view.ts';

/** Whose a bearer token is. */
export interface CredentialPort {
  /** Undefined for a token that is unknown, malformed, expired or revoked. */
  resolve(token: string): Promise<{ subjectId: string; class: 'management' | 'runtime' } | undefined>;
}

export interface TenancyPort {
  loadCaller(subjectId: string): Promise<Caller | undefined>;
  loadTree(workspaceId: string): Promise<WorkspaceTree | undefined>;
  /** Those of the given subjects that are members of the organization now. */
  organizationMembers(organizationId: string, subjectIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Where a page of a list, newest first, goes on: strictly after the row with these keys. */
export interface PageKey {
  readonly createdAt: string;
  readonly id: string;
}

/** A saved view before the store gives it its revision and times. */
type NewSavedView = Omit<SavedView, 'revision' | 'created_at' | 'updated_at'>;

export interface SavedViewPort {
  create(view: NewSavedView): Promise<SavedView>;
  find(savedViewId: string): Promise<SavedView | undefined>;
  /** The team's views of the workspace and the subject's own, newest first, at most `limit`. */
  list(input: {
    workspaceId: string;
    subjectId: string;
    limit: number;
    after: PageKey | undefined;
  }): Promise<SavedView[]>;
}

/** The first answer of an idempotent write, as it was committed. */
export interface IdempotentAnswer {
  readonly fingerprint: string;
  readonly status: number;
  readonly document: unknown;
}

export interface IdempotencyKey {
  readonly workspaceId: string;
  readonly subjectId: string;
  readonly key: string;
}

/** A report before the store gives it its revision, its latest run and its times. */
type NewReport = Pick<
  ReportV1,
  | 'report_id'
  | 'organization_id'
  | 'workspace_id'
  | 'owner'
  | 'name'
  | 'saved_view_id'
  | 'view_revision'
  | 'recipient_subject_ids'
>;

/** A run before it is queued: everything that is frozen on it when it is asked for. */
export type NewReportRun = Pick<
  ReportRunV1,
  | 'run_id'
  | 'report_id'
  | 'organization_id'
  | 'workspace_id'
  | 'initiator'
  | 'idempotency_key'
  | 'question'
  | 'view_revision'
  | 'window'
  | 'display_tz'
  | 'authority_epoch'
> & { readonly scopeEnvironmentIds: readonly string[] };

/** A run and the leaves it is answered over, which no document shows. */
export interface StoredRun {
  readonly run: ReportRunV1;
  readonly scopeEnvironmentIds: readonly string[];
}

export interface ReportPort {
  /** The first answer committed under a key, if any. */
  recall(key: IdempotencyKey): Promise<IdempotentAnswer | undefined>;
  /**
   * Writes the key, the report, its first run and the outbox row in one transaction. A request whose key another one
   * committed meanwhile writes nothing and gets that one's answer.
   * @throws Refusal `conflict` when the owner has a report of this name in the workspace, or when the key was used for
   * another request
   */
  create(input: { fingerprint: string; report: NewReport; run: NewReportRun }): Promise<{ document: ReportCreation }>;
  /** Writes the key, a further run, the report's latest run and the outbox row in one transaction; as `create`. */
  createRun(input: { fingerprint: string; run: NewReportRun }): Promise<{ document: ReportRunV1 }>;
  find(reportId: string): Promise<ReportV1 | undefined>;
  /** The reports that the subject owns or receives in the workspace, newest first, at most `limit`. */
  list(input: {
    workspaceId: string;
    subjectId: string;
    limit: number;
    after: PageKey | undefined;
  }): Promise<ReportV1[]>;
  findRun(runId: string): Promise<StoredRun | undefined>;
  /** The leaves frozen on the latest runs of these reports, by report id. */
  latestScopes(reportIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The stored answer of a ready or partial run, as it was digested. */
  answerOf(runId: string): Promise<InsightAnswer | undefined>;
  /** Cancels a queued or running run and tells its workflow, in one transaction; undefined when it is settled. */
  cancelRun(runId: string): Promise<ReportRunV1 | undefined>;
}

export interface ReaderPort {
  answer(input: {
    scope: ReadScope;
    query: InsightQuery;
    requestId?: string;
    signal?: AbortSignal;
  }): Promise<InsightAnswer>;
}

export interface HealthPort {
  /** Rejects when ClickHouse does not answer. Absent when it is not composed. */
  pingClickHouse?(): Promise<void>;
  /** When each component was last alive; one that was never seen is absent. */
  heartbeats(): Promise<ReadonlyMap<Component, Date>>;
  outbox(): Promise<{ waiting: number; dead: number }>;
}

/** Everything that the API needs from outside. A part that is absent is not composed: what needs it answers 503. */
export interface ApiPorts {
  readonly clock: Clock;
  readonly newId: (kind: IdKind) => string;
  /** Signs page cursors. At least 32 bytes. */
  readonly installationKey: Uint8Array;
  readonly credentials: CredentialPort;
  readonly tenancy: TenancyPort;
  readonly savedViews: SavedViewPort;
  readonly reports: ReportPort;
  readonly reader?: ReaderPort;
  readonly health: HealthPort;
  /** True for a fault that means that Postgres does not answer, so that trying again later may help. */
  readonly isStoreUnavailable: (error: unknown) => boolean;
  readonly logger: FastifyBaseLogger;
}
