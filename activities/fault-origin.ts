import { Refusal } from '../domain/kernel/errors.ts';
import type { FaultOrigin } from '../domain/reports/report-run.ts';

/** The form of codes of Node, Postgres and ClickHouse, which excludes sentences. */
const CODE = /^[A-Za-z0-9_-]{1,40}$/;

/** The origin of a reader's fault: transient refusals come from ClickHouse, all others from the reader itself. */
export function readerFaultOrigin(fault: unknown): FaultOrigin {
  if (!(fault instanceof Refusal)) return { part: 'reader', why: whyOf(fault) };
  return { part: 'ClickHouse', why: fault.cause === undefined ? fault.message : whyOf(fault.cause) };
}

/** The origin of a fault of the control plane's store. */
export function storeFaultOrigin(fault: unknown): FaultOrigin {
  return { part: 'Postgres', why: whyOf(fault) };
}

/** The code of the fault or of the nearest of its causes that has one; otherwise the name of its class. */
function whyOf(fault: unknown): string {
  for (let error = fault; error instanceof Error; error = innerOf(error)) {
    if ('code' in error && typeof error.code === 'string' && CODE.test(error.code)) return error.code;
  }
  return fault instanceof Error ? fault.name : 'unknown';
}

function innerOf(error: Error): unknown {
  return error instanceof AggregateError ? error.errors[0] : error.cause;
}
