import type { RefusalCode } from '../kernel/errors.ts';

/** The outcomes of a write. `unknown`: a crash ended the write between its intent and its end. */
export const AUDIT_OUTCOMES = ['accepted', 'refused', 'failed', 'unknown'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/**
 * The caller, the operation and the targets of a write. The entry contains ids only: no body, no token, no text of a
 * person.
 */
export interface AuditEntry {
  readonly auditId: string;
  readonly operation: string;
  readonly subjectId?: string;
  /** The user of the management plane who acted for the subject, by a session. */
  readonly userId?: string;
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

/** The end of a write, and additional ids from its answer. */
export interface AuditEnd {
  readonly outcome: Exclude<AuditOutcome, 'unknown'>;
  /** The status of the answer; absent for operator commands. */
  readonly status?: number;
  readonly code?: RefusalCode;
  readonly targets?: readonly string[];
}

/** The outcome of a write, derived from the status of its answer. */
export function toAuditOutcome(status: number): AuditEnd['outcome'] {
  if (status < 400) return 'accepted';
  return status < 500 ? 'refused' : 'failed';
}
