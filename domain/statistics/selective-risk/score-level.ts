/** The labelled rows of one certainty of the judge. */
export interface ScoreLevel {
  /** The certainty of the verdicts; for a panel, the share of members in the majority. */
  readonly score: number;
  readonly agreed: number;
  readonly disagreed: number;
}
