/** The result of one step: its lines, the repeated and quarantined ones among them, and the new state of the source. */
export interface SourceStep {
  readonly lines: number;
  readonly repeated: number;
  readonly quarantined: number;
  readonly nextOffset: bigint;
}
