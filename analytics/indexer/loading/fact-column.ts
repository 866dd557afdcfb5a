import type { ColumnWriter } from '../../native/column-writer.ts';
import { isCallerColumn } from '../events/caller-columns.ts';
import type { FactCells } from '../events/fact-rows.ts';

/** A column of a block of facts. The column of a dimension begins with the first rows that state the dimension. */
export class FactColumn {
  readonly name: string;
  /** The writer of its cells; undefined for a dimension that no row has stated so far. */
  writer: ColumnWriter | undefined;
  readonly #position: number;
  readonly #writerOf: (name: string) => ColumnWriter;
  #rowsBefore = 0;

  constructor(name: string, position: number, writerOf: (name: string) => ColumnWriter) {
    this.name = name;
    this.#position = position;
    this.#writerOf = writerOf;
    if (!isCallerColumn(name)) this.writer = writerOf(name);
  }

  putAll(rows: readonly FactCells[]): void {
    if (this.writer === undefined) {
      if (rows.every((cells) => cells[this.#position] === '')) {
        this.#rowsBefore += rows.length;
        return;
      }
      this.writer = this.#writerOf(this.name);
      for (let row = 0; row < this.#rowsBefore; row += 1) this.writer.put('');
    }
    this.writer.putAll(rows, this.#position);
  }
}
