import type pg from 'pg';
import type { ReportInboxItemV1 } from '../contracts/report-inbox.ts';
import type { Clock } from '../domain/clock.ts';
import type { PageKey } from './page-key.ts';

/** An item and whose it is. */
export interface StoredInboxItem {
  readonly item: ReportInboxItemV1;
  readonly recipient: string;
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
  }): Promise<ReportInboxItemV1[]>;
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

const COLUMNS = `delivery_id, organization_id, workspace_id, recipient, event_type, source_kind, source_id, report_id,
  run_id, schedule_id, delivered_at, read_at`;

export function createReportInboxStore(pool: pg.Pool, clock: Clock): ReportInboxStore {
  return {
    async find(deliveryId) {
      const { rows } = await pool.query<ItemRow>(`select ${COLUMNS} from report_inbox_items where delivery_id = $1`, [
        deliveryId,
      ]);
      const row = rows[0];
      return row && { item: itemFromRow(row), recipient: row.recipient };
    },

    async list({ workspaceId, recipient, limit, after }) {
      const { rows } = await pool.query<ItemRow>(
        `select ${COLUMNS} from report_inbox_items
         where workspace_id = $1 and recipient = $2 and (delivered_at, delivery_id) < ($3, $4)
         order by delivered_at desc, delivery_id desc limit $5`,
        [workspaceId, recipient, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map(itemFromRow);
    },

    async markRead(deliveryId) {
      // Of two that open it at once, the second waits for the first and keeps its time.
      const { rows } = await pool.query<{ read_at: Date }>(
        'update report_inbox_items set read_at = coalesce(read_at, $2) where delivery_id = $1 returning read_at',
        [deliveryId, clock.now()],
      );
      return rows[0]?.read_at;
    },
  };
}

function itemFromRow(row: ItemRow): ReportInboxItemV1 {
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
