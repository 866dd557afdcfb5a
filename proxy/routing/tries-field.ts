import { serializeList } from 'structured-headers';
import { asciiText } from './ascii-text.ts';

/** A candidate that was asked, and its status; none if it could not be reached. */
export interface TriedAttempt {
  readonly provider: string;
  readonly model: string;
  readonly status: number | undefined;
  /** The provider's word for an error that it stated in an answer; undefined where there was none. */
  readonly error?: string | undefined;
}

/** The header `x-tt-attempts`: a structured field (RFC 9651), a list in the order in which they were asked. */
export function triesField(tries: readonly TriedAttempt[]): string {
  return serializeList(
    tries.map(({ provider, model, status, error }) => [
      asciiText(`${provider}/${model}`),
      new Map<string, number | boolean | string>([
        status === undefined ? ['unreachable', true] : ['status', status],
        ...(error === undefined ? [] : [['error', error] as const]),
      ]),
    ]),
  );
}
