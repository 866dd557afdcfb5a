/** The two sides of a comparison, in display order. */
export const ARMS = ['baseline', 'candidate'] as const;
export type Arm = (typeof ARMS)[number];

/** The states of a cell's call. */
export const CELL_STATES = ['intended', 'dispatched', 'answered', 'failed'] as const;
export type CellState = (typeof CELL_STATES)[number];

/** The bill of a call. `unpriced`: the amount is unknown. `unbilled`: there is no bill. */
export type CellCost =
  | { readonly state: 'priced'; readonly nanoUsd: bigint }
  | { readonly state: 'unpriced' }
  | { readonly state: 'unbilled' };

/** The answer of one arm to one case. */
export interface Cell {
  readonly state: CellState;
  /** The failure code; empty unless the call failed. */
  readonly failureCode: string;
  readonly cost: CellCost;
  /** The milliseconds until the answer was complete; undefined without an answer. */
  readonly durationMs: number | undefined;
}

/** True if the cell has reached a final state. */
export function isTerminalCell(cell: Cell | undefined): cell is Cell {
  return cell?.state === 'answered' || cell?.state === 'failed';
}
