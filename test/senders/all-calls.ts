import { CALLS, type SentCall } from './calls.ts';
import { readRecordedCalls } from './recorded-calls.ts';

export const RECORDED = readRecordedCalls();

/** The calls of every sender that passes bodies on unchanged: those of `calls.ts`, and recorded calls. */
export const ALL: readonly SentCall[] = [...CALLS, ...[...RECORDED.values()].map(({ call }) => call)];
