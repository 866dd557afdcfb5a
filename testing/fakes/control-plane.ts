import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import { redactDimensions } from '../../contracts/insight/redact-dimensions.ts';
import type { ReportV1 } from '../../contracts/reports/report.ts';
import type { ReportRunV1 } from '../../contracts/reports/report-run.ts';
import type { SavedView } from '../../contracts/views/saved-view.ts';
import { canonicalJson } from '../../contracts/wire/canonical-json.ts';
import type { Caller, ScopeBlock, WorkspaceTree } from '../../domain/tenancy/scope.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { notFound } from '../../domain/kernel/errors.ts';
import { answerExpiry, isRunRemoved, isSettled } from '../../domain/reports/report-run.ts';
import type { ApiPorts } from '../../api/ports/ports.ts';
import type { OutboxKind } from '../../store/outbox/enqueue.ts';
import type { IdempotencyKey } from '../../store/postgres/idempotency.ts';
import { nameTakenRefusal } from '../../store/reports/edit-report.ts';
import type { StoredRun } from '../../store/reports/report-run-store.ts';
import type { SavedViewContent } from '../../store/views/saved-view-store.ts';
import type { ReportToStore } from '../../store/reports/report-store.ts';
import type { FrozenRun } from '../../contracts/reports/frozen-run.ts';
import type { NamedKind } from '../../store/tenancy/named-node-store.ts';
import type { FakeToken } from './fake-token.ts';
import { FakeIdempotencyKeys } from './idempotency-keys.ts';
import { FakeIdentities } from './identities.ts';
import { pageNewestFirst } from './page-newest-first.ts';
import { FakeComparing } from './comparing.ts';
import { FakeScheduling } from './scheduling.ts';

/** The control plane in memory. It keeps the contracts of the API's ports without Postgres. */
export class FakeControlPlane {
  readonly tokens = new Map<string, FakeToken>();
  readonly callers = new Map<string, Caller>();
  readonly trees = new Map<string, WorkspaceTree>();
  readonly views = new Map<string, SavedView>();
  readonly reportRows = new Map<string, ReportV1>();
  readonly runRows = new Map<string, StoredRun>();
  /** The leaves of each report's latest run, which outlive the row of that run. */
  readonly latestScopes = new Map<string, readonly string[]>();
  readonly answers = new Map<string, InsightAnswer>();
  readonly keys: FakeIdempotencyKeys;
  readonly outbox: { kind: OutboxKind; workflowId: string }[] = [];
  readonly scheduling: FakeScheduling;
  readonly comparing: FakeComparing;
  readonly identities: FakeIdentities;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.keys = new FakeIdempotencyKeys(clock);
    this.scheduling = new FakeScheduling(this, clock);
    this.comparing = new FakeComparing(this, clock);
    this.identities = new FakeIdentities(this, clock);
  }

  /** The number of written rows, so that a test can show that a refused request wrote nothing. */
  written(): number {
    const rows = this.views.size + this.reportRows.size + this.runRows.size + this.outbox.length;
    const parts = this.scheduling.written() + this.comparing.written() + this.identities.written();
    return rows + this.keys.used().length + parts;
  }

  /** Permits a runtime credential to state costs. */
  takeStatedCosts(token: string): void {
    const found = this.tokens.get(token);
    if (found !== undefined) this.tokens.set(token, { ...found, takesStatedCosts: true });
  }

  readonly credentials: ApiPorts['credentials'] = {
    resolve: (token) => {
      const found = this.tokens.get(token);
      return Promise.resolve(found && { credentialId: found.subjectId.replace('sub_', 'cred_'), ...found });
    },
  };

  readonly tenancy: ApiPorts['tenancy'] = {
    loadCaller: (id) => Promise.resolve(this.callers.get(id)),
    loadTree: (id) => {
      const tree = this.trees.get(id);
      const inOrder = tree?.environments.toSorted((a, b) => (a.environmentId < b.environmentId ? -1 : 1));
      return Promise.resolve(tree && { ...tree, environments: inOrder ?? [] });
    },
    organizationMembers: (organizationId, ids) =>
      Promise.resolve(new Set(ids.filter((id) => this.callers.get(id)?.organizationId === organizationId))),
  };

  /** The names of nodes, which consist of kind and id. All nodes have one creation time. */
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
      return Promise.resolve(pageNewestFirst(rows, keyOf, page).map(({ node }) => node));
    },
  };

  readonly savedViews: ApiPorts['savedViews'] = {
    create: (view) => {
      const now = this.#clock.now().toISOString();
      const made = { ...view, revision: '1', question_revision: '1', created_at: now, updated_at: now };
      this.views.set(view.id, made);
      return Promise.resolve(made);
    },
    update: (id, revision, content) => {
      const view = this.views.get(id);
      if (view?.revision !== revision) return Promise.resolve(undefined);
      const kept = { ...view };
      delete kept.relative_window_seconds;
      delete kept.calendar_window;
      const next = String(BigInt(revision) + 1n);
      const made = {
        ...kept,
        ...content,
        revision: next,
        question_revision: askedBy(view) === askedBy(content) ? view.question_revision : next,
        updated_at: this.#clock.now().toISOString(),
      };
      this.views.set(id, made);
      return Promise.resolve(made);
    },
    delete: (id) => Promise.resolve(this.views.delete(id) ? this.#clock.now() : undefined),
    find: (id) => Promise.resolve(this.views.get(id)),
    list: ({ workspaceId, subjectId, limit, after }) =>
      Promise.resolve(
        pageNewestFirst(
          [...this.views.values()].filter(
            (view) => view.workspace_id === workspaceId && (view.audience === 'team' || view.owner === subjectId),
          ),
          (view) => ({ createdAt: view.created_at, id: view.id }),
          { limit, after },
        ),
      ),
  };

  /** The store of reports. A test sets `hasWorker` to false for a deployment without Temporal. */
  readonly reports: Omit<ApiPorts['reports'], 'hasWorker'> & { hasWorker: boolean } = {
    hasWorker: true,
    recall: (key) => Promise.resolve(this.keys.recall(key)),
    create: ({ fingerprint, report, run }) =>
      this.keys.once({ ...keyOf(run), fingerprint }, 202, () => {
        this.#requireFreeName(report);
        const now = this.#clock.now().toISOString();
        const made = { ...report, evidence_refs: [], revision: '1', created_at: now, updated_at: now };
        return { report: { ...made, latest_run_id: run.run_id }, run: this.#start(made, run) };
      }),
    createRun: ({ fingerprint, run }) =>
      this.keys.once({ ...keyOf(run), fingerprint }, 202, () => {
        const report = this.reportRows.get(run.report_id);
        if (report === undefined) throw notFound();
        return this.#start(report, run);
      }),
    find: (id) => Promise.resolve(this.#reports().find((row) => row.report_id === id)),
    list: ({ workspaceId, subjectId, limit, after }) =>
      Promise.resolve(
        pageNewestFirst(
          this.#reports().filter(
            (row) =>
              row.workspace_id === workspaceId &&
              (row.owner === subjectId || row.recipient_subject_ids.includes(subjectId)),
          ),
          (row) => ({ createdAt: row.created_at, id: row.report_id }),
          { limit, after },
        ),
      ),
    listByView: ({ savedViewId, subjectId, limit }) =>
      Promise.resolve(
        pageNewestFirst(
          this.#reports().filter(
            (row) =>
              row.saved_view_id === savedViewId &&
              (row.owner === subjectId || row.recipient_subject_ids.includes(subjectId)),
          ),
          (row) => ({ createdAt: row.created_at, id: row.report_id }),
          { limit, after: undefined },
        ),
      ),
    findRun: (id) => Promise.resolve(this.runRows.get(id)),
    listRuns: ({ reportId, ...page }) =>
      Promise.resolve(
        pageNewestFirst(
          [...this.runRows.values()].filter(({ run }) => run.report_id === reportId),
          ({ run }) => ({ createdAt: run.created_at, id: run.run_id }),
          page,
        ),
      ),
    latestScopes: (ids) => Promise.resolve(new Map([...this.latestScopes].filter(([id]) => ids.includes(id)))),
    delete: (id) => {
      const report = this.reportRows.get(id);
      if (report === undefined) return Promise.resolve(undefined);
      const runs = [...this.runRows.values()].filter(({ run }) => run.report_id === id);
      this.scheduling.reportDeleted(report, this.latestScopes.get(id)!);
      for (const { run, occurrenceId } of runs) {
        if (!isSettled(run.state) && occurrenceId === undefined) this.#enqueue('cancel_report_run', run.run_id);
        this.answers.delete(run.run_id);
        this.runRows.delete(run.run_id);
      }
      this.reportRows.delete(id);
      this.latestScopes.delete(id);
      const remembered = runs.filter(({ run }) => this.#isKept(run));
      return Promise.resolve({ deletedAt: this.#clock.now(), runsRemoved: remembered.length });
    },
    update: (id, expected, { name, recipientSubjectIds: recipients, pin }) =>
      new Promise((resolve) => {
        const row = this.reportRows.get(id);
        if (row?.revision !== expected) {
          resolve(false);
          return;
        }
        this.#requireFreeName({ ...row, name });
        const edited = {
          ...row,
          name,
          recipient_subject_ids: [...recipients],
          ...(pin && { view_revision: pin.viewRevision }),
          revision: String(BigInt(expected) + 1n),
          updated_at: this.#clock.now().toISOString(),
        };
        this.reportRows.set(id, edited);
        this.scheduling.reportEdited(edited, pin);
        resolve(true);
      }),
    answerOf: (id) => Promise.resolve(this.answers.get(id)),
    answerWithoutDimensionsOf: (id) => {
      const answer = this.answers.get(id);
      return Promise.resolve(answer && redactDimensions(answer).answer);
    },
    cancelRun: (id) => {
      const row = this.runRows.get(id);
      if (row === undefined || isSettled(row.run.state)) return Promise.resolve(undefined);
      if (row.occurrenceId === undefined) this.#enqueue('cancel_report_run', id);
      else this.#enqueue('cancel_occurrence', row.occurrenceId);
      return Promise.resolve(this.settle(id, { state: 'cancelled' }));
    },
  };

  /** Changes a run as a worker would. */
  settle(runId: string, change: Partial<ReportRunV1>, hidden: Partial<StoredRun> = {}): ReportRunV1 {
    const row = this.runRows.get(runId)!;
    const finished = this.#clock.now();
    const run: ReportRunV1 = {
      ...row.run,
      finished_at: finished.toISOString(),
      expires_at: answerExpiry(finished).toISOString(),
      ...change,
    };
    this.runRows.set(runId, { ...row, ...hidden, run });
    return run;
  }

  /** The reports as reads return them. Each report names its latest stored run. */
  #reports(): ReportV1[] {
    return [...this.reportRows.values()].map(({ latest_run_id: latest, ...row }) => {
      const kept = [...this.runRows.values()].map(({ run }) => run).filter((run) => this.#isKept(run));
      const [newest] = pageNewestFirst(
        kept.filter((run) => run.report_id === row.report_id),
        (run) => ({ createdAt: run.created_at, id: run.run_id }),
        { limit: 1, after: undefined },
      );
      const named = kept.find((run) => run.run_id === latest) ?? newest;
      return named === undefined ? row : { ...row, latest_run_id: named.run_id };
    });
  }

  #isKept({ finished_at: end }: ReportRunV1): boolean {
    return !isRunRemoved(end === undefined ? undefined : new Date(end), this.#clock.now());
  }

  #requireFreeName({ report_id: id, workspace_id: workspace, owner, name }: ReportToStore): void {
    const isTaken = (row: ReportV1): boolean =>
      row.report_id !== id && row.workspace_id === workspace && row.owner === owner && row.name === name;
    if ([...this.reportRows.values()].some(isTaken)) throw nameTakenRefusal();
  }

  /** A queued run, without a message to Temporal yet. */
  queueRun({
    scope_environment_ids: scopeEnvironmentIds,
    occurrence_id: occurrenceId,
    ...frozen
  }: FrozenRun): ReportRunV1 {
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
    this.runRows.set(run.run_id, { run, scopeEnvironmentIds, ...(occurrenceId !== undefined && { occurrenceId }) });
    return run;
  }

  /** Stores a run as the latest of its report, and adds a message for Temporal. */
  #start(report: ReportV1, run: FrozenRun): ReportRunV1 {
    this.reportRows.set(report.report_id, { ...report, latest_run_id: run.run_id });
    this.latestScopes.set(report.report_id, run.scope_environment_ids);
    this.#enqueue('start_report_run', run.run_id);
    return this.queueRun(run);
  }

  #enqueue(kind: OutboxKind, workflowId: string): void {
    this.outbox.push({ kind, workflowId });
  }
}

/** The parts of a view that determine its answer. */
function askedBy(view: SavedViewContent): string {
  const { filter_version, query, time_intent, relative_window_seconds: seconds, calendar_window, display_tz } = view;
  const window = { time_intent, seconds: seconds ?? null, calendar: calendar_window ?? null };
  return canonicalJson({ filter_version, query, window, display_tz });
}

function keyOf(run: FrozenRun): IdempotencyKey {
  return { workspaceId: run.workspace_id, subjectId: run.initiator, key: run.idempotency_key };
}

const KINDS: readonly NamedKind[] = ['workspace', 'application', 'gateway', 'environment'];

/** The ids down to the level of a kind. */
function upTo(kind: NamedKind, block: ScopeBlock): ScopeBlock {
  const levels = KINDS.slice(0, KINDS.indexOf(kind) + 1).map((one) => [`${one}Id`, block[`${one}Id`]]);
  return { organizationId: block.organizationId, ...(Object.fromEntries(levels) as Partial<ScopeBlock>) };
}
