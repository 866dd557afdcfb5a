import { serializeList } from 'structured-headers';
import { asciiText } from './ascii-text.ts';

/** Who was asked, and what it said; no status where it could not be reached. */
export interface TriedAttempt {
  readonly provider: string;
  readonly model: string;
  readonly status: number | undefined;
}

/** The header `x-tt-attempts`: a structured field (RFC 9651), a list in the order in which they were asked. */
export function triesField(tries: readonly TriedAttempt[]): string {
  return serializeList(
    tries.map(({ provider, model, status }) => [
      asciiText(`${provider}/${model}`),
      new Map<string, number | boolean>([status === undefined ? ['unreachable', true] : ['status', status]]),
    ]),
  );
}
