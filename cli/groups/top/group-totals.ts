import { CALL_STATUSES } from '../../logs/groups/call-statuses.ts';
import { SUMS, type GroupRow, type SumName } from '../../logs/groups/group-table.ts';
import { QuantileSketch } from '../../logs/groups/quantile-sketch.ts';

/** The sums over groups. */
export class GroupTotals implements GroupRow {
  readonly key = undefined;
  calls = 0;
  readonly statuses = CALL_STATUSES.map(() => 0);
  firstMs = Number.POSITIVE_INFINITY;
  lastMs = Number.NEGATIVE_INFINITY;
  readonly sketch = new QuantileSketch();
  readonly #sums = new Map<SumName, bigint>();

  readonly sum = (name: SumName): bigint => this.#sums.get(name) ?? 0n;

  add(row: GroupRow): void {
    this.calls += row.calls;
    for (const [index, count] of row.statuses.entries()) this.statuses[index] = (this.statuses[index] ?? 0) + count;
    for (const name of Object.keys(SUMS) as SumName[]) this.#sums.set(name, this.sum(name) + row.sum(name));
    this.firstMs = Math.min(this.firstMs, row.firstMs);
    this.lastMs = Math.max(this.lastMs, row.lastMs);
    if (row.sketch !== undefined) this.sketch.merge(row.sketch);
  }
}
