import type { SaidError } from './said-error.ts';

/**
 * What an answer of status 200 is, by its own words. Its row, the cache, retries and charges all follow from it.
 * - `complete`: an answer of its endpoint, to its end.
 * - `failed`: the provider says that it failed, in a body or in a stream.
 * - `unfinished`: the provider still works on it (`queued`, `in_progress`).
 * - `cut_off`: it stops before its end.
 * - `unreadable`: it came to its end, and nothing here can say what it holds: a content coding that cannot be undone, or an unknown form.
 * - `no_json`: it came to its end and is no JSON, such as a page of a proxy.
 */
export type Judgement =
  | { readonly state: 'complete' | 'unfinished' | 'cut_off' | 'unreadable' | 'no_json' }
  | { readonly state: 'failed'; readonly error: SaidError };

/** Judgements without an error. They hold no state, so that calls share them. */
export const COMPLETE: Judgement = { state: 'complete' };
export const UNFINISHED: Judgement = { state: 'unfinished' };
export const CUT_OFF: Judgement = { state: 'cut_off' };
export const UNREADABLE: Judgement = { state: 'unreadable' };
export const NO_JSON: Judgement = { state: 'no_json' };

/** What the first events of a stream say: nothing so far, that an answer begins, or an error in place of one. */
export type StreamBeginning = 'awaited' | 'answering' | SaidError;
