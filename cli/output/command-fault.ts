import type { Exit } from './exit-codes.ts';

/** The members of a fault that people and programs read. */
interface FaultParts {
  /** The reason, as a sentence. */
  readonly why?: string;
  /** The next step: a sentence, or a command to paste. */
  readonly next?: string;
  /** A stable code in snake case. Default: the name of the exit code. */
  readonly code?: string;
  /** The id by which an operator finds the request. */
  readonly requestId?: string;
  readonly cause?: unknown;
}

/** The end of a command without a result: what happened, why, and what to do. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';
  readonly exit: Exit;
  readonly why: string | undefined;
  readonly next: string | undefined;
  readonly code: string;
  readonly requestId: string | undefined;

  constructor(exit: Exit, what: string, { why, next, code, requestId, cause }: FaultParts = {}) {
    super(what, cause === undefined ? undefined : { cause });
    this.exit = exit;
    this.why = why;
    this.next = next;
    this.code = code ?? exit;
    this.requestId = requestId;
  }
}

/** A fault of the command line: nothing was done. */
export function usageFault(what: string, next?: string): CommandFault {
  return new CommandFault('usage', what, { ...(next !== undefined && { next }) });
}
