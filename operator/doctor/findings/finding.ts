/** The states of a check: all is well; a person should look; something does not work; the look was impossible. */
export const FINDING_STATES = ['ok', 'warning', 'fault', 'unknown'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** The result of one look. */
export interface CheckVerdict {
  readonly state: FindingState;
  /** The observation, or the reason for none; no secret. */
  readonly seen: string;
  /** The step to take, in one sentence; empty if there is none. */
  readonly remedy: string;
}

/** A verdict with its place in the report. */
export interface Finding extends CheckVerdict {
  readonly part: string;
  readonly check: string;
}

/** Something to look at. A look that throws was not possible, and says why by its error's message. */
export interface Check {
  readonly part: string;
  readonly check: string;
  readonly look: () => Promise<CheckVerdict> | CheckVerdict;
}

export function ok(seen: string): CheckVerdict {
  return { state: 'ok', seen, remedy: '' };
}

export function warning(seen: string, remedy: string): CheckVerdict {
  return { state: 'warning', seen, remedy };
}

export function fault(seen: string, remedy: string): CheckVerdict {
  return { state: 'fault', seen, remedy };
}

export function unknown(seen: string, remedy = ''): CheckVerdict {
  return { state: 'unknown', seen, remedy };
}
