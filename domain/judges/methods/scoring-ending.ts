import type { EVALUATOR_VERDICTS } from '../outcome.ts';

export type JudgeVote = (typeof EVALUATOR_VERDICTS)[number];

/** The final end of a panel member's call. */
export type JudgeCallEnding =
  | { readonly kind: 'voted'; readonly vote: JudgeVote }
  | { readonly kind: 'failed'; readonly code: string };

/** The final verdict of an evaluator on a request, or the reason for none. */
export type ScoringEnding =
  | {
      readonly kind: 'judged';
      readonly verdict: JudgeVote;
      /** The seats that voted were of several minds. */
      readonly isSplit: boolean;
      /**
       * The share of a panel that is behind its verdict; undefined where there is no majority, and of one model alone.
       */
      readonly certainty: number | undefined;
    }
  | { readonly kind: 'failed'; readonly code: string };

/** The ending where too few seats voted. */
export const WITHOUT_QUORUM = { kind: 'failed', code: 'panel_without_quorum' } as const satisfies JudgeCallEnding;
