import type { AdmittedCall } from './admitted-call.ts';

/**
 * The instant from which the milliseconds of an ending count, in Unix milliseconds: when the body of the call was
 * complete.
 */
export function callStartMs({ admittedAt, bodyMs = 0 }: Pick<AdmittedCall, 'admittedAt' | 'bodyMs'>): number {
  return admittedAt.getTime() + bodyMs;
}
