import type { RefusalCode } from '../kernel/errors.ts';

/** The results of a write. `unknown` is one that a crash cut off between its intent and its end. */
export const AUDIT_OUTCOMES = ['accepted', 'refused', 'failed', 'unknown'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** The caller of a write, its operation, and its subject. Ids alone: no body, no token, no text of a person. */
export interface AuditEntry {
  readonly auditId: string;
  readonly operation: string;
  readonly subjectId?: string;
  readonly credentialId?: string;
  /** The user of the operating system that ran an operator command. */
  readonly operator?: string;
  readonly organizationId?: string;
  readonly workspaceId?: string;
  readonly targets: readonly string[];
  readonly requestId?: string;
  readonly traceId?: string;
  readonly address?: string;
}

/** The end of a write, and the additional ids that its answer named. */
export interface AuditEnd {
  readonly outcome: Exclude<AuditOutcome, 'unknown'>;
  /** The status of the answer; absent for operator commands. */
  readonly status?: number;
  readonly code?: RefusalCode;
  readonly targets?: readonly string[];
}

/** The outcome of a write, by the status of its answer. */
export function outcomeOf(status: number): AuditEnd['outcome'] {
  if (status < 400) return 'accepted';
  return status < 500 ? 'refused' : 'failed';
}
