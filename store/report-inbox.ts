import type { ReportInboxItemV1 } from '../contracts/report-inbox.ts';
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
