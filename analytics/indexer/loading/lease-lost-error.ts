/** Thrown when another indexer has taken a source over; what was being done is left to it. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(sourceId: string) {
    super(`Another indexer has taken over ${sourceId}.`);
  }
}
