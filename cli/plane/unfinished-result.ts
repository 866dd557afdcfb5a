import type { DocumentResult } from '../output/result.ts';

/** The result of a command that stopped waiting for work that continues. */
export function unfinishedResult(bytes: Uint8Array, id: string, look: string): DocumentResult {
  return {
    kind: 'document',
    document: bytes,
    text: () => `${id} is not ready yet.`,
    notes: [`The work continues. Look again: ${look}`],
    exit: 'unavailable',
  };
}
