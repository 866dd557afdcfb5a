import { Counter, Gauge, type Registry } from 'prom-client';

/** The counter of rows that are not stored as usual. */
export interface RowMetrics {
  /** Counts a call that continued although its row, or the ending of its row, is not stored. */
  readonly unlogged: () => void;
  /** Counts lines of a call that the journal refused and that did not fit into memory. */
  readonly forgotten: () => void;
  /** Counts a refusal whose row omits its annotations. */
  readonly shortened: () => void;
}

/** @param owedLines the number of lines that wait in memory until the journal accepts lines again */
export function createRowMetrics(registry: Registry, owedLines: () => number): RowMetrics {
  const registers = [registry];
  const unlogged = new Counter({
    name: 'truetally_gateway_unlogged_total',
    help: 'Rows, or ends of rows, that could not be stored although the calls were served (ledger.when_unavailable).',
    registers,
  });
  const forgotten = new Counter({
    name: 'truetally_gateway_forgotten_total',
    help: 'Admissions or ends of calls that were lost because the journal refused them and the memory for waiting lines was full.',
    registers,
  });
  const shortened = new Counter({
    name: 'truetally_gateway_shortened_refusals_total',
    help: 'Refusals after the first 100 of a key in a minute. Each counts as a request, and its row has no headers and tags.',
    registers,
  });
  new Gauge({
    name: 'truetally_gateway_owed_lines',
    help: 'Lines of calls that the journal refused. They wait in memory until it accepts lines again.',
    registers,
    collect() {
      this.set(owedLines());
    },
  });
  return {
    unlogged: () => unlogged.inc(),
    forgotten: () => forgotten.inc(),
    shortened: () => shortened.inc(),
  };
}
