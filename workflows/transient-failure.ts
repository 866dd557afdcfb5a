import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import { TRANSIENT_CODES, type FaultOrigin, type TransientCode } from '../domain/reports/report-run.ts';
import type { FailureCause } from './public.ts';

/** Why a try failed in a way that another one may mend; of a report run, which attempt it was. */
export interface TransientFailure {
  readonly code: TransientCode;
  readonly detail: string;
  /** Absent in histories from before it was said. */
  readonly origin?: FaultOrigin;
  readonly attempt?: number;
}

/** What the failure of an activity says of itself; one that said nothing any more has lost its worker. */
export function transientFailureOf(error: unknown): TransientFailure {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) {
    const code = TRANSIENT_CODES.find((known) => known === cause.type);
    const [attributes] = (cause.details ?? []) as Pick<TransientFailure, 'attempt' | 'origin'>[];
    if (code !== undefined) return { code, detail: cause.message, ...attributes };
  }
  const timeOut = cause instanceof TimeoutFailure ? `${cause.timeoutType ?? 'unknown'} time-out` : undefined;
  return {
    code: 'lease_lapsed',
    detail: `The worker did not bring the attempt to an end${timeOut === undefined ? '' : ` (${timeOut})`}.`,
    origin: { part: 'worker', why: timeOut ?? 'silence' },
  };
}

/** What the results of workflows say of the failure. */
export function causeOf(failure: TransientFailure | undefined): { readonly cause?: FailureCause } {
  return failure === undefined ? {} : { cause: { code: failure.code, ...failure.origin } };
}

/** What operators filter by. */
export function causeKeywords({ code, origin }: TransientFailure): string[] {
  return origin === undefined ? [code] : [code, origin.part];
}

/** The failure in a few words, for operators. */
export function shortFailure({ code, origin }: Pick<TransientFailure, 'code' | 'origin'>): string {
  return origin === undefined ? code : `${code} (${origin.part}: ${origin.why})`;
}
