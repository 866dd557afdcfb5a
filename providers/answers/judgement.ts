import type { ReportedError } from './reported-error.ts';

/**
 * The state of an answer with status 200, by its own text. Its row, the cache, retries and charges follow from it.
 * - `complete`: an answer of its endpoint, to its end.
 * - `failed`: the provider reports its failure, in a body or in a stream.
 * - `unfinished`: the provider still works on it (`queued`, `in_progress`).
 * - `cut_off`: it stops before its end.
 * - `unreadable`: it is whole, but its content is unknown, because of a content coding that cannot be undone or an
 *   unknown form.
 * - `no_json`: it is whole and not JSON, such as a page of a proxy.
 */
export type Judgement =
  | { readonly state: 'complete' | 'unfinished' | 'cut_off' | 'unreadable' | 'no_json' }
  | { readonly state: 'failed'; readonly error: ReportedError };

/** Judgements without an error. They hold no state, so that calls share them. */
export const COMPLETE: Judgement = { state: 'complete' };
export const UNFINISHED: Judgement = { state: 'unfinished' };
export const CUT_OFF: Judgement = { state: 'cut_off' };
export const UNREADABLE: Judgement = { state: 'unreadable' };
export const NO_JSON: Judgement = { state: 'no_json' };

/** The meaning of a stream's first events: nothing so far, the start of an answer, or an error in place of one. */
export type StreamBeginning = 'awaited' | 'answering' | ReportedError;
