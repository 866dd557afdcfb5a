/** What one step did: its lines, of these the repetitions and those set aside, and where the source now stands. */
export interface SourceStep {
  readonly lines: number;
  readonly repeated: number;
  readonly quarantined: number;
  readonly nextOffset: bigint;
}
