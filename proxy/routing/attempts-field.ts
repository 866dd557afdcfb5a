import { serializeList } from 'structured-headers';
import { asciiText } from './ascii-text.ts';

/** A candidate that was called, and the status of its answer; undefined if it could not be reached. */
export interface AttemptResult {
  readonly provider: string;
  readonly model: string;
  readonly status: number | undefined;
  /** The provider's name for an error that its answer stated; undefined if it stated none. */
  readonly error?: string | undefined;
}

/** The value of the header `x-tt-attempts`: a structured field (RFC 9651) that lists the attempts in their order. */
export function attemptsField(tries: readonly AttemptResult[]): string {
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
