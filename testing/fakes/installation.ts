import type { InstallationSources } from '../../api/management/ports/installation-ports.ts';
import { COMPONENTS } from '../../domain/kernel/components.ts';
import { notFound } from '../../domain/kernel/errors.ts';
import type { ComparisonBudget } from '../../store/comparisons/comparison-budget-store.ts';
import type { KnownGap } from '../../store/ingest/gap-store.ts';
import type { QuarantinedLine } from '../../store/ingest/quarantine-store.ts';
import type { SourceFreshness } from '../../store/ingest/source-freshness-reader.ts';
import type { RecordedExclusion } from '../../store/insight/exclusion-store.ts';
import type { Notice } from '../../store/notices/notice-store.ts';
import type { DeadItem } from '../../store/outbox/dead-item-store.ts';

const AT = new Date('2026-03-01T10:00:00.000Z');
const NOW = new Date('2026-03-01T12:00:00.000Z');

/** The ids of the things that a new fake holds. */
export const INSTALLATION_IDS = {
  workspace: 't_00000000000000000000000001',
  environment: 'env_00000000000000000000000001',
  exclusion: 'excl_00000000000000000000000001',
  notice: 'ntc_00000000000000000000000001',
  line: '1042',
  item: '7',
  gap: '3',
} as const;

export function makeQuarantinedLine(change: Partial<QuarantinedLine> = {}): QuarantinedLine {
  return {
    arrivalSeq: BigInt(INSTALLATION_IDS.line),
    reason: 'not_json',
    detail: 'The line is not JSON.',
    lineStart: '{"prompt":"my name is Ada',
    sourceKind: 'journal',
    location: '/journal/api-1.jsonl',
    setAsideAt: AT,
    discardedAt: undefined,
    discardReason: '',
    ...change,
  };
}

export function makeDeadItem(change: Partial<DeadItem> = {}): DeadItem {
  return {
    outboxId: BigInt(INSTALLATION_IDS.item),
    kind: 'start_report_run',
    workflowId: 'rrun_00000000000000000000000001',
    createdAt: AT,
    deadAt: NOW,
    lastError: 'no such namespace',
    ...change,
  };
}

export function makeKnownGap(change: Partial<KnownGap> = {}): KnownGap {
  return {
    gapId: BigInt(INSTALLATION_IDS.gap),
    workspaceId: INSTALLATION_IDS.workspace,
    environmentId: undefined,
    producerClass: 'gateway_journal',
    from: AT,
    to: NOW,
    cause: 'quarantined',
    reason: 'not_json',
    lines: 2,
    closedAt: undefined,
    closeReason: '',
    ...change,
  };
}

export function makeNotice(change: Partial<Notice> = {}): Notice {
  return {
    noticeId: INSTALLATION_IDS.notice,
    kind: 'quality.judge.demoted',
    about: '5c1f0a9be2d4',
    workspaceId: undefined,
    detail: 'Judge judge.safety, metric safety. Kappa is too low.',
    happenedAt: AT,
    lastAt: AT,
    times: 1,
    readAt: undefined,
    ...change,
  };
}

/** The state of an installation in memory. Lists return their rows in the given order. */
export class FakeInstallation {
  lines: QuarantinedLine[] = [makeQuarantinedLine()];
  items: DeadItem[] = [makeDeadItem()];
  gaps: KnownGap[] = [makeKnownGap()];
  notices: Notice[] = [makeNotice()];
  exclusions: RecordedExclusion[] = [
    {
      exclusionId: INSTALLATION_IDS.exclusion,
      workspaceId: INSTALLATION_IDS.workspace,
      nodeId: INSTALLATION_IDS.environment,
      from: AT,
      to: NOW,
      reason: 'Load test',
      createdAt: AT,
    },
  ];
  budgets: ComparisonBudget[] = [
    {
      workspaceId: INSTALLATION_IDS.workspace,
      limit: '25000000000',
      reserved: '1000000',
      settled: '2000000',
      changedAt: AT,
    },
  ];
  sources: SourceFreshness[] = [];
  /** False if Postgres does not answer the readiness check. */
  isControlPlaneUp = true;
  /** The readers of notices, in the order of the calls. */
  readonly readers: string[] = [];

  readonly ports: InstallationSources = {
    checkReadiness: () =>
      Promise.resolve(
        this.isControlPlaneUp
          ? {
              status: 'ready',
              postgres: 'up',
              clickhouse: 'up',
              components: Object.fromEntries(
                COMPONENTS.map((component) => [component, { state: 'up', last_seen_seconds: 1 }]),
              ) as NonNullable<Awaited<ReturnType<InstallationSources['checkReadiness']>>['components']>,
              outbox: { waiting: 0, dead: this.items.length },
              overdue_schedules: { count: 0, oldest_seconds: 0 },
              index: { state: 'current', waiting_seconds: 2 },
            }
          : { status: 'unavailable', postgres: 'down', clickhouse: 'up' },
      ),
    freshness: {
      sources: (limit) => Promise.resolve(this.sources.slice(0, limit)),
      producers: () => Promise.resolve([{ producerClass: 'gateway_journal', lastIndexedAt: AT }]),
      countOpenGaps: () => Promise.resolve(this.gaps.filter(({ closedAt }) => closedAt === undefined).length),
    },
    quarantine: {
      counts: () =>
        Promise.resolve({
          total: this.lines.length,
          today: 1,
          reason: 'not_json',
          room: { keptBytes: 25, beyondShares: 0 },
        }),
      list: ({ reason, discarded, before, limit }) =>
        Promise.resolve(
          this.lines
            .filter((line) => reason === undefined || line.reason === reason)
            .filter((line) => (line.discardedAt !== undefined) === discarded)
            .filter(({ arrivalSeq }) => before === undefined || arrivalSeq < before)
            .slice(0, limit),
        ),
      find: (arrivalSeq) => found(this.lines, (line) => line.arrivalSeq === arrivalSeq),
      discard: async (arrivalSeq, discardReason) => {
        const line = await found(this.lines, (one) => one.arrivalSeq === arrivalSeq);
        const discarded = line.discardedAt === undefined ? { ...line, discardedAt: NOW, discardReason } : line;
        this.lines = this.lines.map((one) => (one === line ? discarded : one));
        return discarded;
      },
    },
    deadItems: {
      list: ({ after, limit }) =>
        Promise.resolve(
          this.items.filter(({ outboxId }) => after === undefined || outboxId < after.outboxId).slice(0, limit),
        ),
      retry: async (outboxId) => {
        const item = await found(this.items, (one) => one.outboxId === outboxId);
        this.items = this.items.filter((one) => one !== item);
        return item;
      },
    },
    gaps: {
      list: ({ workspaceId, closed, before, limit }) =>
        Promise.resolve(
          this.gaps
            .filter((gap) => gap.workspaceId === workspaceId && (gap.closedAt !== undefined) === closed)
            .filter(({ gapId }) => before === undefined || gapId < before)
            .slice(0, limit),
        ),
      close: async (gapId, closeReason) => {
        const gap = await found(this.gaps, (one) => one.gapId === gapId);
        const closed = gap.closedAt === undefined ? { ...gap, closedAt: NOW, closeReason } : gap;
        this.gaps = this.gaps.map((one) => (one === gap ? closed : one));
        return closed;
      },
    },
    comparisonBudgets: {
      find: (workspaceId) => Promise.resolve(this.budgets.find((budget) => budget.workspaceId === workspaceId)),
      set: (workspaceId, limit) => {
        if (workspaceId !== INSTALLATION_IDS.workspace) return Promise.reject(notFound());
        this.budgets = [{ workspaceId, limit, reserved: '1000000', settled: '2000000', changedAt: NOW }];
        return Promise.resolve();
      },
    },
    judgeCaps: [
      { evaluatorId: 'judge.safety', maxNanoUsdPerDay: 5_000_000_000n },
      { evaluatorId: 'judge.tone', maxNanoUsdPerDay: 1_000_000_000n },
    ],
    judgeSpend: {
      spentToday: () => Promise.resolve(new Map([['judge.safety', { reserved: 3_000_000n, settled: 4_000_000n }]])),
    },
    retention: {
      find: (workspaceId) =>
        workspaceId === INSTALLATION_IDS.workspace
          ? Promise.resolve({ organizationId: '', workspaceId, keepsFrom: NOW, erasedBefore: AT })
          : Promise.reject(notFound()),
    },
    lastSweep: () => Promise.resolve(undefined),
    auditDays: 400,
    exclusions: {
      listPage: ({ workspaceId, after, limit }) =>
        Promise.resolve(
          this.exclusions
            .filter((exclusion) => exclusion.workspaceId === workspaceId)
            .filter(({ exclusionId }) => after === undefined || exclusionId < after.exclusionId)
            .slice(0, limit),
        ),
      add: (exclusion) => {
        if (exclusion.nodeId !== INSTALLATION_IDS.environment) return Promise.reject(notFound());
        const added = {
          ...exclusion,
          exclusionId: 'excl_00000000000000000000000002',
          workspaceId: INSTALLATION_IDS.workspace,
          createdAt: NOW,
        };
        this.exclusions.unshift(added);
        return Promise.resolve(added);
      },
      remove: async (exclusionId) => {
        const removed = await found(this.exclusions, (one) => one.exclusionId === exclusionId);
        this.exclusions = this.exclusions.filter((one) => one !== removed);
      },
    },
    notices: {
      list: ({ readerId, state, workspaceId, before, limit }) => {
        this.readers.push(readerId);
        return Promise.resolve(
          this.notices
            .filter(({ readAt }) => state === undefined || (readAt === undefined) === (state === 'unread'))
            .filter((notice) => workspaceId === undefined || notice.workspaceId === workspaceId)
            .filter(({ noticeId }) => before === undefined || noticeId < before)
            .slice(0, limit),
        );
      },
      markRead: async (noticeId, readerId) => {
        this.readers.push(readerId);
        const notice = await found(this.notices, (one) => one.noticeId === noticeId);
        const read = { ...notice, readAt: notice.readAt ?? NOW };
        this.notices = this.notices.map((one) => (one === notice ? read : one));
        return read;
      },
    },
  };
}

/** @throws Refusal `not_found` if no row fits */
function found<Row>(rows: readonly Row[], fits: (row: Row) => boolean): Promise<Row> {
  const row = rows.find(fits);
  return row === undefined ? Promise.reject(notFound()) : Promise.resolve(row);
}
