import type { InsightAnswer } from '../../../contracts/insight/insight-answer.ts';
import type { ReportV1 } from '../../../contracts/reports/report.ts';
import type { ReportRunV1 } from '../../../contracts/reports/report-run.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';
import type { Caller, ScopeBlock, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { conflict } from '../../../domain/kernel/errors.ts';
import { goneFrom } from '../../../domain/kernel/lifetimes.ts';
import { isSettled } from '../../../domain/reports/report-run.ts';
import type { ApiPorts } from '../../../api/ports.ts';
import type { IdempotentAnswer } from '../../../store/postgres/idempotency.ts';
import type { StoredRun } from '../../../store/reports/report-runs.ts';
import type { FrozenRun } from '../../../contracts/reports/frozen-run.ts';
import type { NamedKind } from '../../../store/tenancy/named-nodes.ts';
import { newestFirst } from './newest-first.ts';
import { FakeScheduling } from './scheduling.ts';

/** The control plane in memory: what the API's ports promise of Postgres, without Postgres. */
export class FakeControlPlane {
  readonly tokens = new Map<string, { subjectId: string; class: 'management' | 'runtime' }>();
  readonly callers = new Map<string, Caller>();
  readonly trees = new Map<string, WorkspaceTree>();
  readonly views = new Map<string, SavedView>();
  readonly reportRows = new Map<string, ReportV1>();
  readonly runRows = new Map<string, StoredRun>();
  /** By report: the leaves of its latest run, which outlive the row of that run. */
  readonly latestScopes = new Map<string, readonly string[]>();
  readonly answers = new Map<string, InsightAnswer>();
  readonly keys = new Map<string, IdempotentAnswer>();
  readonly outbox: { kind: string; workflowId: string }[] = [];
  readonly scheduling: FakeScheduling;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.scheduling = new FakeScheduling(this, clock);
  }

  /** How much is written, so that a test can show that a refused request wrote nothing. */
  written(): number {
    const rows = this.views.size + this.reportRows.size + this.runRows.size + this.keys.size + this.outbox.length;
    return rows + this.scheduling.written();
  }

  readonly credentials: ApiPorts['credentials'] = {
    resolve: (token) => {
      const found = this.tokens.get(token);
      return Promise.resolve(found && { credentialId: found.subjectId.replace('sub_', 'cred_'), ...found });
    },
  };

  readonly tenancy: ApiPorts['tenancy'] = {
    loadCaller: (id) => Promise.resolve(this.callers.get(id)),
    loadTree: (id) => Promise.resolve(this.trees.get(id)),
    organizationMembers: (organizationId, ids) =>
      Promise.resolve(new Set(ids.filter((id) => this.callers.get(id)?.organizationId === organizationId))),
  };

  /** Every node is called by its kind and its id, and all were made at one moment. */
  readonly names: ApiPorts['names'] = {
    namesOf: (id) =>
      Promise.resolve(this.callers.has(id) ? { subject: `subject ${id}`, organization: 'Demo' } : undefined),
    listNodes: (kind, { organizationId, workspaceId }, page) => {
      const trees = [...this.trees.values()].filter(
        (tree) =>
          tree.organizationId === organizationId && (workspaceId === undefined || tree.workspaceId === workspaceId),
      );
      const nodes = new Map(
        trees
          .flatMap(({ environments, ...tree }) => [tree, ...environments.map((leaf) => ({ ...tree, ...leaf }))])
          .flatMap((block: ScopeBlock) => {
            const id = block[`${kind}Id`];
            return id === undefined ? [] : [[id, upTo(kind, block)] as const];
          }),
      );
      const createdAt = new Date('2026-01-01T00:00:00.000Z');
      const rows = [...nodes].map(([id, block]) => ({ id, node: { block, name: `${kind} ${id}`, createdAt } }));
      const keyOf = ({ id }: { id: string }) => ({ createdAt: createdAt.toISOString(), id });
      return Promise.resolve(newestFirst(rows, keyOf, page).map(({ node }) => node));
    },
  };

  readonly savedViews: ApiPorts['savedViews'] = {
    create: (view) => {
      const now = this.#clock.now().toISOString();
      const made = { ...view, revision: '1', created_at: now, updated_at: now };
      this.views.set(view.id, made);
      return Promise.resolve(made);
    },
    update: (id, revision, content) => {
      const view = this.views.get(id);
      if (view?.revision !== revision) return Promise.resolve(undefined);
      const kept = { ...view };
      delete kept.relative_window_seconds;
      const made = {
        ...kept,
        ...content,
        revision: String(BigInt(revision) + 1n),
        updated_at: this.#clock.now().toISOString(),
      };
      this.views.set(id, made);
      return Promise.resolve(made);
    },
    delete: (id) => Promise.resolve(this.views.delete(id) ? this.#clock.now() : undefined),
    find: (id) => Promise.resolve(this.views.get(id)),
    list: ({ workspaceId, subjectId, limit, after }) =>
      Promise.resolve(
        newestFirst(
          [...this.views.values()].filter(
            (view) => view.workspace_id === workspaceId && (view.audience === 'team' || view.owner === subjectId),
          ),
          (view) => ({ createdAt: view.created_at, id: view.id }),
          { limit, after },
        ),
      ),
  };

  /** A test sets `hasWorker` to false where its deployment names no Temporal. */
  readonly reports: Omit<ApiPorts['reports'], 'hasWorker'> & { hasWorker: boolean } = {
    hasWorker: true,
    recall: (key) => Promise.resolve(this.keys.get(JSON.stringify([key.workspaceId, key.subjectId, key.key]))),
    create: ({ fingerprint, report, run }) => {
      const taken = [...this.reportRows.values()].some(
        (row) => row.workspace_id === report.workspace_id && row.owner === report.owner && row.name === report.name,
      );
      if (taken) return Promise.reject(conflict('name_taken', 'You have a report of this name.', '/name'));
      const now = this.#clock.now().toISOString();
      const made: ReportV1 = {
        ...report,
        evidence_refs: [],
        revision: '1',
        latest_run_id: run.run_id,
        created_at: now,
        updated_at: now,
      };
      this.reportRows.set(report.report_id, made);
      this.latestScopes.set(report.report_id, run.scopeEnvironmentIds);
      const document = { report: made, run: this.#queue(run) };
      this.#keep(run, fingerprint, document);
      return Promise.resolve({ document, isReplay: false });
    },
    createRun: ({ fingerprint, run }) => {
      const report = this.reportRows.get(run.report_id)!;
      this.reportRows.set(run.report_id, { ...report, latest_run_id: run.run_id });
      this.latestScopes.set(run.report_id, run.scopeEnvironmentIds);
      const document = this.#queue(run);
      this.#keep(run, fingerprint, document);
      return Promise.resolve({ document, isReplay: false });
    },
    find: (id) => Promise.resolve(this.#reports().find((row) => row.report_id === id)),
    list: ({ workspaceId, subjectId, limit, after }) =>
      Promise.resolve(
        newestFirst(
          this.#reports().filter(
            (row) =>
              row.workspace_id === workspaceId &&
              (row.owner === subjectId || row.recipient_subject_ids.includes(subjectId)),
          ),
          (row) => ({ createdAt: row.created_at, id: row.report_id }),
          { limit, after },
        ),
      ),
    findRun: (id) => Promise.resolve(this.runRows.get(id)),
    listRuns: ({ reportId, ...page }) =>
      Promise.resolve(
        newestFirst(
          [...this.runRows.values()].filter(({ run }) => run.report_id === reportId),
          ({ run }) => ({ createdAt: run.created_at, id: run.run_id }),
          page,
        ),
      ),
    latestScopes: (ids) => Promise.resolve(new Map(ids.map((id) => [id, this.latestScopes.get(id)!] as const))),
    delete: (id) => {
      if (!this.reportRows.delete(id)) return Promise.resolve(undefined);
      this.scheduling.reportDeleted(id, this.latestScopes.get(id)!);
      const runs = [...this.runRows.values()].filter(({ run }) => run.report_id === id).map(({ run }) => run);
      for (const { run_id: runId, state } of runs) {
        if (!isSettled(state)) this.outbox.push({ kind: 'cancel_report_run', workflowId: runId });
        this.answers.delete(runId);
        this.runRows.delete(runId);
      }
      return Promise.resolve({ deletedAt: this.#clock.now(), runsRemoved: runs.length });
    },
    update: (id, expected, { name, recipient_subject_ids: recipients, pin }) => {
      const row = this.reportRows.get(id);
      if (row?.revision !== expected) return Promise.resolve(false);
      const taken = [...this.reportRows.values()].some(
        (one) =>
          one.report_id !== id && one.workspace_id === row.workspace_id && one.owner === row.owner && one.name === name,
      );
      if (taken) return Promise.reject(conflict('name_taken', 'You have a report of this name.', '/name'));
      this.reportRows.set(id, {
        ...row,
        name,
        recipient_subject_ids: recipients,
        ...(pin && { view_revision: pin.viewRevision }),
        revision: String(BigInt(expected) + 1n),
        updated_at: this.#clock.now().toISOString(),
      });
      this.scheduling.reportEdited(id, recipients, pin);
      return Promise.resolve(true);
    },
    answerOf: (id) => Promise.resolve(this.answers.get(id)),
    cancelRun: (id) => {
      const row = this.runRows.get(id);
      if (row === undefined || isSettled(row.run.state)) return Promise.resolve(undefined);
      this.outbox.push({ kind: 'cancel_report_run', workflowId: id });
      return Promise.resolve(this.settle(id, { state: 'cancelled' }));
    },
  };

  /** What a worker would have done to a run. */
  settle(runId: string, change: Partial<ReportRunV1>, hidden: Partial<StoredRun> = {}): ReportRunV1 {
    const row = this.runRows.get(runId)!;
    const finished = this.#clock.now();
    const run: ReportRunV1 = {
      ...row.run,
      finished_at: finished.toISOString(),
      expires_at: new Date(finished.getTime() + 30 * 86_400_000).toISOString(),
      ...change,
    };
    this.runRows.set(runId, { ...row, ...hidden, run });
    return run;
  }

  /** As they are read: the run that one names is there. */
  #reports(): ReportV1[] {
    const isKept = (runId: string): boolean => {
      const end = this.runRows.get(runId)?.run.finished_at;
      return this.runRows.has(runId) && (end === undefined || goneFrom('run', new Date(end)) > this.#clock.now());
    };
    return [...this.reportRows.values()].map(({ latest_run_id: latest, ...row }) =>
      latest !== undefined && isKept(latest) ? { ...row, latest_run_id: latest } : row,
    );
  }

  #queue({ scopeEnvironmentIds, ...frozen }: FrozenRun): ReportRunV1 {
    const run: ReportRunV1 = {
      ...frozen,
      state: 'queued',
      failure_code: '',
      failure_detail: '',
      attempt: 0,
      coverage: [],
      truncated: false,
      artifact_digest: '',
      group_count: 0,
      byte_count: 0,
      created_at: this.#clock.now().toISOString(),
    };
    this.runRows.set(run.run_id, { run, scopeEnvironmentIds });
    this.outbox.push({ kind: 'start_report_run', workflowId: run.run_id });
    return run;
  }

  #keep(run: FrozenRun, fingerprint: string, document: unknown): void {
    const key = JSON.stringify([run.workspace_id, run.initiator, run.idempotency_key]);
    this.keys.set(key, { fingerprint, status: 202, document });
  }
}

const KINDS: readonly NamedKind[] = ['workspace', 'application', 'gateway', 'environment'];

/** The ids down to the level of a kind. */
function upTo(kind: NamedKind, block: ScopeBlock): ScopeBlock {
  const levels = KINDS.slice(0, KINDS.indexOf(kind) + 1).map((one) => [`${one}Id`, block[`${one}Id`]]);
  return { organizationId: block.organizationId, ...(Object.fromEntries(levels) as Partial<ScopeBlock>) };
}
