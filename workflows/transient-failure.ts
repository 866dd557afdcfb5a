import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import { TRANSIENT_CODES, type TransientCode } from '../domain/report-run.ts';

/** Why a try failed in a way that another one may mend; of a report run, which attempt it was. */
export interface TransientFailure {
  readonly code: TransientCode;
  readonly detail: string;
  readonly attempt?: number;
}

/** What the failure of an activity says of itself; one that said nothing any more has lost its worker. */
export function transientFailure(error: unknown): TransientFailure {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) {
    const code = TRANSIENT_CODES.find((known) => known === cause.type);
    const [claimed] = (cause.details ?? []) as { attempt?: number }[];
    if (code !== undefined) return { code, detail: cause.message, ...claimed };
  }
  const silence = cause instanceof TimeoutFailure ? ` (${cause.timeoutType ?? 'unknown'} time-out)` : '';
  return { code: 'lease_lapsed', detail: `The worker did not bring the attempt to an end${silence}.` };
}
