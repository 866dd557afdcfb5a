import type { EVALUATOR_VERDICTS } from '../outcome.ts';
import type { WorkingMethod } from './judging-evaluator.ts';

export type JudgeVote = (typeof EVALUATOR_VERDICTS)[number];

/** How the call of a seat ended for good. */
export type SeatEnding =
  | { readonly kind: 'voted'; readonly vote: JudgeVote }
  | { readonly kind: 'failed'; readonly code: string };

/** What an evaluator says of a request in the end, or why it says nothing. */
export type ScoringEnding =
  | {
      readonly kind: 'judged';
      readonly verdict: JudgeVote;
      /** The seats that voted were of several minds. */
      readonly isSplit: boolean;
      /** The share of a panel that is behind its verdict; undefined where there is no majority, and of one model alone. */
      readonly certainty: number | undefined;
    }
  | { readonly kind: 'failed'; readonly code: string };

/** Of too few seats that said anything. */
const TOO_FEW = { kind: 'failed', code: 'panel_without_quorum' } as const satisfies SeatEnding;

/**
 * One verdict of all seats. A panel passes or fails an answer where more than half of all its seats say so, whatever became of the
 * others; where most seats voted and no such majority came about, it abstains.
 *
 * @param endings of every seat
 */
export function combineVotes(method: WorkingMethod, endings: readonly SeatEnding[]): ScoringEnding {
  if (method === 'pointwise-bool') {
    const [only = TOO_FEW] = endings;
    if (only.kind === 'failed') return only;
    return { kind: 'judged', verdict: only.vote, isSplit: false, certainty: undefined };
  }
  const votes = endings.flatMap((ending) => (ending.kind === 'voted' ? [ending.vote] : []));
  if (2 * votes.length <= endings.length) return TOO_FEW;
  const isSplit = new Set(votes).size > 1;
  for (const verdict of ['pass', 'fail'] as const) {
    const behind = votes.filter((vote) => vote === verdict).length;
    if (2 * behind > endings.length) return { kind: 'judged', verdict, isSplit, certainty: behind / endings.length };
  }
  return { kind: 'judged', verdict: 'abstained', isSplit, certainty: undefined };
}
