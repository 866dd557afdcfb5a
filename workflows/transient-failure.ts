import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import { TRANSIENT_CODES, type FaultOrigin, type TransientCode } from '../domain/reports/report-run.ts';
import type { FailureCause } from './public.ts';

/** A failure of a try after which another try may succeed; for a report run, with the number of the attempt. */
export interface TransientFailure {
  readonly code: TransientCode;
  readonly detail: string;
  /** Absent in older histories, which did not record it. */
  readonly origin?: FaultOrigin;
  readonly attempt?: number;
}

/** The failure that an activity reports; any other error counts as the loss of its worker. */
export function toTransientFailure(error: unknown): TransientFailure {
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

/** The members of a workflow's result that state the failure. */
export function failureCauseMembers(failure: TransientFailure | undefined): { readonly cause?: FailureCause } {
  return failure === undefined ? {} : { cause: { code: failure.code, ...failure.origin } };
}

/** The search keywords of a failure, by which operators filter. */
export function causeKeywords({ code, origin }: TransientFailure): string[] {
  return origin === undefined ? [code] : [code, origin.part];
}

/** The failure in a few words, for operators. */
export function failureSummary({ code, origin }: Pick<TransientFailure, 'code' | 'origin'>): string {
  return origin === undefined ? code : `${code} (${origin.part}: ${origin.why})`;
}
