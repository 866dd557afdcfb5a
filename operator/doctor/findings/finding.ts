/** The states of a check: all is well; a person should check; something does not work; the check was impossible. */
export const FINDING_STATES = ['ok', 'warning', 'fault', 'unknown'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** The result of one check. */
export interface CheckVerdict {
  readonly state: FindingState;
  /** The observation, or the reason why there is no observation; never a secret. */
  readonly seen: string;
  /** The remedy in one sentence; empty if nothing needs to be done. */
  readonly remedy: string;
}

/** A verdict with its position in the report. */
export interface Finding extends CheckVerdict {
  readonly part: string;
  readonly check: string;
}

/** A check of the doctor. If `look` throws, the state is unknown, and the error's message is the reason. */
export interface Check {
  readonly part: string;
  readonly check: string;
  readonly look: () => Promise<CheckVerdict> | CheckVerdict;
}

export function okVerdict(seen: string): CheckVerdict {
  return { state: 'ok', seen, remedy: '' };
}

export function warningVerdict(seen: string, remedy: string): CheckVerdict {
  return { state: 'warning', seen, remedy };
}

export function faultVerdict(seen: string, remedy: string): CheckVerdict {
  return { state: 'fault', seen, remedy };
}

export function unknownVerdict(seen: string, remedy = ''): CheckVerdict {
  return { state: 'unknown', seen, remedy };
}
