/**
 * The result of one step: the numbers of its lines, and of the repeated and quarantined ones among them, and the new
 * state of the source.
 */
export interface SourceStep {
  readonly lines: number;
  readonly repeated: number;
  readonly quarantined: number;
  readonly nextOffset: bigint;
}
