import type pg from 'pg';
import type { ReportInboxItemV1 } from '../../contracts/schedules/report-inbox.ts';
import type { ReportV1 } from '../../contracts/reports/report.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { PageKey } from '../postgres/page-key.ts';

/** An item as it was delivered. What its report is called is the report's, and not kept here. */
export type InboxItemRecord = Omit<ReportInboxItemV1, 'report_name'>;

/** An item and whose it is. */
export interface StoredInboxItem {
  readonly item: InboxItemRecord;
  readonly recipient: string;
}

/** What an item was made of, as it is now. */
export interface InboxItemSource {
  readonly report: Pick<ReportV1, 'name' | 'owner' | 'recipient_subject_ids'>;
  readonly run: { readonly finished_at?: string };
  readonly scopeEnvironmentIds: readonly string[];
}

/** An item of a list; without a source when its report or run is gone. */
export interface ListedInboxItem {
  readonly item: InboxItemRecord;
  readonly source: InboxItemSource | undefined;
}

export interface ReportInboxStore {
  /** The item, whoever asks; undefined when there is none. */
  find(deliveryId: string): Promise<StoredInboxItem | undefined>;
  /** What was delivered to the subject in the workspace, newest first, at most `limit`. */
  list(input: {
    workspaceId: string;
    recipient: string;
    limit: number;
    after: PageKey | undefined;
  }): Promise<ListedInboxItem[]>;
  /** Notes the first opening; a later one changes nothing. When it was first opened; undefined when the item is gone. */
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
}

const COLUMNS = `i.delivery_id, i.organization_id, i.workspace_id, i.recipient, i.event_type, i.source_kind, i.source_id,
  i.report_id, i.run_id, i.schedule_id, i.delivered_at, i.read_at`;

export function createReportInboxStore(pool: pg.Pool, clock: Clock): ReportInboxStore {
  return {
    async find(deliveryId) {
      const { rows } = await pool.query<ItemRow>(`SELECT ${COLUMNS} FROM report_inbox_items i WHERE delivery_id = $1`, [
        deliveryId,
      ]);
      const row = rows[0];
      return row && { item: itemFromRow(row), recipient: row.recipient };
    },

    async list({ workspaceId, recipient, limit, after }) {
      const { rows } = await pool.query<ListedRow>(
        `SELECT ${COLUMNS}, r.name AS report_name, r.owner AS report_owner, r.recipient_subject_ids,
           n.scope_environment_ids, n.finished_at
         FROM report_inbox_items i
           LEFT JOIN report_runs n ON n.run_id = i.run_id LEFT JOIN reports r ON r.report_id = n.report_id
         WHERE i.workspace_id = $1 AND i.recipient = $2 AND (i.delivered_at, i.delivery_id) < ($3, $4)
         ORDER BY i.delivered_at DESC, i.delivery_id DESC LIMIT $5`,
        [workspaceId, recipient, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map((row) => ({ item: itemFromRow(row), source: sourceFromRow(row) }));
    },

    async markRead(deliveryId) {
      // Of two that open it at once, the second waits for the first and keeps its time.
      const { rows } = await pool.query<{ read_at: Date }>(
        'UPDATE report_inbox_items SET read_at = coalesce(read_at, $2) WHERE delivery_id = $1 RETURNING read_at',
        [deliveryId, clock.now()],
      );
      return rows[0]?.read_at;
    },
  };
}

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
