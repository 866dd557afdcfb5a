import type { ReportedError } from './reported-error.ts';

/**
 * The state of an answer with status 200, judged by its body. The stored row, the cache, retries and charges depend on
 * it.
 * - `complete`: a complete answer of its endpoint.
 * - `failed`: the provider reports its failure, in a body or in a stream.
 * - `unfinished`: the provider still works on it (`queued`, `in_progress`).
 * - `cut_off`: the answer stops before its end.
 * - `unreadable`: the answer is complete, but its content is unknown, because its content coding cannot be decoded or
 *   its form is unknown.
 * - `no_json`: the answer is complete and not JSON, such as a page of a proxy.
 */
export type Judgement =
  | { readonly state: 'complete' | 'unfinished' | 'cut_off' | 'unreadable' | 'no_json' }
  | { readonly state: 'failed'; readonly error: ReportedError };

/** The judgements without an error. They hold no state, so calls share them. */
export const COMPLETE_ANSWER: Judgement = { state: 'complete' };
export const UNFINISHED_ANSWER: Judgement = { state: 'unfinished' };
export const CUT_OFF_ANSWER: Judgement = { state: 'cut_off' };
export const UNREADABLE_ANSWER: Judgement = { state: 'unreadable' };
export const NON_JSON_ANSWER: Judgement = { state: 'no_json' };

/** The meaning of a stream's first events: nothing so far, the start of an answer, or an error in place of one. */
export type StreamBeginning = 'awaited' | 'answering' | ReportedError;
