/** The two sides of a comparison, in the order in which they are listed. */
export const ARMS = ['baseline', 'candidate'] as const;
export type Arm = (typeof ARMS)[number];

/** The states of the call of one case on one arm. */
export const CELL_STATES = ['intended', 'dispatched', 'answered', 'failed'] as const;
export type CellState = (typeof CELL_STATES)[number];

/** The bill of a call: an unpriced bill has an unknown amount; an unbilled call has no bill. */
export type CellCost =
  | { readonly state: 'priced'; readonly nanoUsd: bigint }
  | { readonly state: 'unpriced' }
  | { readonly state: 'unbilled' };

/** One case on one arm. */
export interface Cell {
  readonly state: CellState;
  /** Empty unless failed. */
  readonly failureCode: string;
  readonly cost: CellCost;
  /** Milliseconds until the answer was whole; undefined without an answer. */
  readonly durationMs: number | undefined;
}

/** True of a cell that nothing moves any more. */
export function isTerminalCell(cell: Cell | undefined): cell is Cell {
  return cell?.state === 'answered' || cell?.state === 'failed';
}
