import type { Exit } from './exit-codes.ts';
import type { Screen } from './screen.ts';

/** The document of a command, and the same for people. */
export interface DocumentResult {
  readonly kind: 'document';
  /** The JSON document: the bytes of a service's answer, or a value. */
  readonly document: Uint8Array | object;
  /** The lines for people, without a line break at the end. Empty if there is nothing to show. */
  readonly text: (screen: Screen) => string;
  /** Sentences for standard error. */
  readonly notes?: readonly string[];
  /** The exit code; `done` unless set. */
  readonly exit?: Exit;
}

/** Bytes that are written unchanged, such as an export or a minted key. */
export interface BytesResult {
  readonly kind: 'bytes';
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Sentences for standard error, after the last byte. */
  readonly notes?: () => readonly string[];
}

/** The end of a program that the command started, or a result that was already written. */
export interface EndResult {
  readonly kind: 'end';
  /** The exit code as a number, because it can be that of another program. */
  readonly code: number;
}

export type Result = DocumentResult | BytesResult | EndResult;
