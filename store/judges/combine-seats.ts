import { COMPOSED_METHODS, type ComposedMethodId } from '../../domain/judges/methods/judge-methods.ts';
import type { JudgeVote, ScoringEnding } from '../../domain/judges/methods/scoring-ending.ts';

/** The row of the call of one seat. */
export interface SeatRow {
  /** Null without a vote. */
  readonly vote: JudgeVote | null;
  /** The error code of a call without a vote. */
  readonly code: string;
  /** True if the call is not repeated. */
  readonly isFinal: boolean;
}

/** The ending that the calls of all seats of a judge give; undefined until the last of them has ended. */
export function combineSeats(
  { method, seats }: { readonly method: ComposedMethodId; readonly seats: number },
  rows: readonly SeatRow[],
): ScoringEnding | undefined {
  if (rows.length < seats || rows.some(({ isFinal }) => !isFinal)) return undefined;
  return COMPOSED_METHODS[method].combine(
    rows.map(({ vote, code }) => (vote === null ? { kind: 'failed', code } : { kind: 'voted', vote })),
  );
}
