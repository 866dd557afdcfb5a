/** Thrown if another indexer has taken over a source. The present work is left to that indexer. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(sourceId: string) {
    super(`Another indexer has taken over ${sourceId}.`);
  }
}
