import type { EVALUATOR_VERDICTS } from '../outcome.ts';

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

/** The ending where too few seats voted. */
export const WITHOUT_QUORUM = { kind: 'failed', code: 'panel_without_quorum' } as const satisfies SeatEnding;
