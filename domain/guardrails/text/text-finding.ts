/** A part of a text that a detector found, in UTF-16 units of the text. */
export interface TextFinding {
  /** The thing that was found, such as `visa` or `github-personal-token`. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** The findings of a detector, and the work for them. */
export interface Findings {
  readonly found: readonly TextFinding[];
  /** The characters that the detector read, each as often as it was read. */
  readonly steps: number;
}
