import type { AdmittedCall } from './admitted-call.ts';

/**
 * The instant, in Unix milliseconds, from which the milliseconds of an ending count: when the body of the call was
 * whole.
 */
export function startedMs({ admittedAt, bodyMs = 0 }: Pick<AdmittedCall, 'admittedAt' | 'bodyMs'>): number {
  return admittedAt.getTime() + bodyMs;
}
