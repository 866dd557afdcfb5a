import type { ColumnValue, ColumnWriter } from '../../native/column-writer.ts';
import { ABSENT_CELLS } from '../events/absent-cells.ts';
import type { FactCells } from '../events/fact-rows.ts';

/**
 * A column of a block of facts. A column that most facts leave empty begins with the first rows that have a value in
 * it.
 */
export class FactColumn {
  readonly name: string;
  /** The writer of its cells; undefined for a column that may be omitted and had no value so far. */
  writer: ColumnWriter | undefined;
  readonly #position: number;
  readonly #writerOf: (name: string) => ColumnWriter;
  /** The cell of an absent value; undefined for a column that every block has. */
  readonly #absent: ColumnValue | undefined;
  #rowsBefore = 0;

  constructor(name: string, position: number, writerOf: (name: string) => ColumnWriter) {
    this.name = name;
    this.#position = position;
    this.#writerOf = writerOf;
    this.#absent = ABSENT_CELLS.get(name);
    if (this.#absent === undefined) this.writer = writerOf(name);
  }

  putAll(rows: readonly FactCells[]): void {
    if (this.writer === undefined) {
      if (rows.every((cells) => cells[this.#position] === this.#absent)) {
        this.#rowsBefore += rows.length;
        return;
      }
      this.writer = this.#writerOf(this.name);
      for (let row = 0; row < this.#rowsBefore; row += 1) this.writer.put(this.#absent ?? null);
    }
    this.writer.putAll(rows, this.#position);
  }
}
