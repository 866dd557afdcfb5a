import type { LabelledRowReader } from '../../analytics/quality/labelled-rows/labelled-row-reader.ts';
import type { LabelledRow } from '../../domain/quality/labelled-row.ts';
import { PLAIN_CENSUS } from './fit-labelled-rows.ts';

/** The labelled rows of workspaces, in memory. */
export class FakeLabelledRows {
  readonly rows = new Map<string, LabelledRow[]>();
  /** The number of reads so far. */
  reads = 0;

  readonly reader: LabelledRowReader = {
    read: ({ workspaceId, since, until }, take) => {
      this.reads += 1;
      const from = since?.getTime() ?? Number.NEGATIVE_INFINITY;
      const to = until?.getTime() ?? Number.POSITIVE_INFINITY;
      const found = (this.rows.get(workspaceId) ?? []).filter(
        ({ admittedAtMs }) => admittedAtMs >= from && admittedAtMs < to,
      );
      for (const row of found) take(row);
      const census = { ...PLAIN_CENSUS, labelled: found.length };
      return Promise.resolve({ census, arrivalHighWater: String(found.length) });
    },
    labelledWorkspaces: () =>
      Promise.resolve([...this.rows].flatMap(([workspaceId, rows]) => (rows.length > 0 ? [workspaceId] : [])).sort()),
  };
}
