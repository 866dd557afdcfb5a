import { SENT_CALLS, type SentCall } from './calls.ts';
import { readRecordedCalls } from './recorded-calls.ts';

export const RECORDED_CALLS = readRecordedCalls();

/** The calls of every sender that passes bodies on unchanged: those of `calls.ts`, and recorded calls. */
export const ALL_CALLS: readonly SentCall[] = [...SENT_CALLS, ...[...RECORDED_CALLS.values()].map(({ call }) => call)];
