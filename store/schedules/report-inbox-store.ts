import type pg from 'pg';
import type { ReportInboxItemV1 } from '../../contracts/schedules/report-inbox-item.ts';
import type { ReportV1 } from '../../contracts/reports/report.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { expiryCutoff } from '../../domain/kernel/lifetimes.ts';
import { NOTICE_SOURCE } from '../../domain/schedules/schedule-notice.ts';
import type { PageKey } from '../postgres/page-key.ts';

/**
 * An item as it was delivered. The name of its report is read from the report, and the reason of a failure from the
 * occurrence.
 */
export type InboxItemRecord = Omit<ReportInboxItemV1, 'report_name' | 'notice'>;

/** The current source of an item. For a notice, it is the report with the scope of its latest run. */
export interface InboxItemSource {
  readonly report: Pick<ReportV1, 'name' | 'owner' | 'recipient_subject_ids'>;
  readonly run: { readonly finished_at?: string };
  readonly scopeEnvironmentIds: readonly string[];
}

/** The reason of the failed occurrence that a notice reports. */
interface NoticedFailure {
  readonly code: string;
  readonly detail: string;
}

/** An item of a list. It has no source if its report or run was deleted, and a failure if it is a notice. */
export interface ListedInboxItem {
  readonly item: InboxItemRecord;
  readonly source: InboxItemSource | undefined;
  readonly failure: NoticedFailure | undefined;
}

/** An item with its recipient. */
export interface StoredInboxItem extends ListedInboxItem {
  readonly recipient: string;
}

export interface ReportInboxStore {
  /** The item, regardless of the caller; undefined if it does not exist. */
  find(deliveryId: string): Promise<StoredInboxItem | undefined>;
  /** The items that were delivered to the subject in the workspace, newest first, at most `limit`. */
  list(input: {
    workspaceId: string;
    recipient: string;
    limit: number;
    after: PageKey | undefined;
  }): Promise<ListedInboxItem[]>;
  /**
   * The subject's items in the workspace that were never opened, newest first, at most `limit`. Items whose report or
   * run was deleted are omitted, except notices.
   */
  listUnread(input: { workspaceId: string; recipient: string; limit: number }): Promise<ListedInboxItem[]>;
  /**
   * Records the first opening; a later call changes nothing. Returns the time of the first opening; undefined if the
   * item was deleted.
   */
  markRead(deliveryId: string): Promise<Date | undefined>;
}

interface ItemRow {
  delivery_id: string;
  organization_id: string;
  workspace_id: string;
  recipient: string;
  event_type: string;
  source_kind: string;
  source_id: string;
  report_id: string;
  run_id: string;
  schedule_id: string;
  delivered_at: Date;
  read_at: Date | null;
}

interface ListedRow extends ItemRow {
  report_name: string | null;
  report_owner: string | null;
  recipient_subject_ids: string[] | null;
  scope_environment_ids: string[] | null;
  finished_at: Date | null;
  failure_code: string | null;
  failure_detail: string | null;
}

const COLUMNS = `i.delivery_id, i.organization_id, i.workspace_id, i.recipient, i.event_type, i.source_kind, i.source_id,
  i.report_id, i.run_id, i.schedule_id, i.delivered_at, i.read_at, r.name AS report_name, r.owner AS report_owner,
  r.recipient_subject_ids, coalesce(n.scope_environment_ids, r.latest_scope_environment_ids) AS scope_environment_ids,
  n.finished_at, o.failure_code, o.failure_detail`;

/** The joined tables. A notice finds its report through the failed occurrence, every other item through its run. */
const ITEMS = `report_inbox_items i
  LEFT JOIN report_occurrences o ON o.occurrence_id = i.source_id AND i.source_kind = '${NOTICE_SOURCE}'
  LEFT JOIN report_runs n ON n.run_id = i.run_id AND i.source_kind <> '${NOTICE_SOURCE}'
  LEFT JOIN reports r ON r.report_id = coalesce(n.report_id, o.report_id)`;

export function createReportInboxStore(pool: pg.Pool, clock: Clock): ReportInboxStore {
  return {
    async find(deliveryId) {
      const { rows } = await pool.query<ListedRow>(`SELECT ${COLUMNS} FROM ${ITEMS} WHERE i.delivery_id = $1`, [
        deliveryId,
      ]);
      return rows.map((row) => ({ ...listedFromRow(row), recipient: row.recipient }))[0];
    },

    async list({ workspaceId, recipient, limit, after }) {
      const { rows } = await pool.query<ListedRow>(
        `SELECT ${COLUMNS} FROM ${ITEMS}
         WHERE i.workspace_id = $1 AND i.recipient = $2 AND (i.delivered_at, i.delivery_id) < ($3, $4)
         ORDER BY i.delivered_at DESC, i.delivery_id DESC LIMIT $5`,
        [workspaceId, recipient, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map(listedFromRow);
    },

    async listUnread({ workspaceId, recipient, limit }) {
      // No run outlives its retention, so items that were delivered earlier are not read.
      const { rows } = await pool.query<ListedRow>(
        `SELECT ${COLUMNS} FROM ${ITEMS}
         WHERE i.workspace_id = $1 AND i.recipient = $2 AND i.delivered_at > $3 AND i.read_at IS NULL
           AND (r.report_id IS NOT NULL OR o.occurrence_id IS NOT NULL)
         ORDER BY i.delivered_at DESC, i.delivery_id DESC LIMIT $4`,
        [workspaceId, recipient, expiryCutoff('run', clock.now()), limit],
      );
      return rows.map(listedFromRow);
    },

    async markRead(deliveryId) {
      // Of two concurrent openings, the second waits for the first and keeps its time.
      const { rows } = await pool.query<{ read_at: Date }>(
        'UPDATE report_inbox_items SET read_at = coalesce(read_at, $2) WHERE delivery_id = $1 RETURNING read_at',
        [deliveryId, clock.now()],
      );
      return rows[0]?.read_at;
    },
  };
}

function listedFromRow(row: ListedRow): ListedInboxItem {
  const { failure_code: code, failure_detail: detail } = row;
  return {
    item: itemFromRow(row),
    source: sourceFromRow(row),
    failure: code === null || detail === null ? undefined : { code, detail },
  };
}

/** The source of an item; undefined if the report or the run was deleted. */
function sourceFromRow(row: ListedRow): InboxItemSource | undefined {
  const { report_name: name, report_owner: owner, recipient_subject_ids, scope_environment_ids, finished_at } = row;
  if (name === null || owner === null || recipient_subject_ids === null || scope_environment_ids === null) {
    return undefined;
  }
  return {
    report: { name, owner, recipient_subject_ids },
    run: finished_at === null ? {} : { finished_at: finished_at.toISOString() },
    scopeEnvironmentIds: scope_environment_ids,
  };
}

function itemFromRow(row: ItemRow): InboxItemRecord {
  return {
    delivery_id: row.delivery_id,
    organization_id: row.organization_id,
    workspace_id: row.workspace_id,
    event_type: row.event_type,
    source_kind: row.source_kind,
    source_id: row.source_id,
    report_id: row.report_id,
    run_id: row.run_id,
    schedule_id: row.schedule_id,
    delivered_at: row.delivered_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  };
}
