import type { ReportOccurrenceV1 } from '../contracts/report-occurrence.ts';
import type { PageKey } from './page-key.ts';

export interface ReportOccurrenceStore {
  /** Undefined when there is none. */
  findOccurrence(occurrenceId: string): Promise<ReportOccurrenceV1 | undefined>;
  /** Newest instant first, at most `limit`; a page key's `createdAt` is `scheduled_for`. */
  listOccurrences(input: {
    scheduleId: string;
    limit: number;
    after: PageKey | undefined;
  }): Promise<ReportOccurrenceV1[]>;
}
