import { remedyCommand } from './findings/remedy-command.ts';
import type { Finding, FindingState } from './findings/finding.ts';

/** A check in the document of the doctor. */
interface DocumentedCheck {
  /** The stable name of the check, such as `postgres.migrations`. */
  readonly code: string;
  readonly state: FindingState;
  readonly seen: string;
  /** A sentence; empty if nothing needs to be done. */
  readonly remedy: string;
  /** A command that mends the cause or shows more of it; absent if nothing needs to be done. */
  readonly command?: string;
}

/** The findings as a JSON document. */
export interface DoctorDocument {
  /** False if a check found a fault. */
  readonly ok: boolean;
  /** The number of checks by state. */
  readonly summary: Readonly<Record<FindingState, number>>;
  readonly checks: readonly DocumentedCheck[];
}

/** The findings as a document, with a code and a command for each. */
export function doctorDocument(findings: readonly Finding[]): DoctorDocument {
  const count = (state: FindingState): number => findings.filter((finding) => finding.state === state).length;
  const summary = { fault: count('fault'), warning: count('warning'), unknown: count('unknown'), ok: count('ok') };
  return { ok: summary.fault === 0, summary, checks: findings.map(documentedCheck) };
}

function documentedCheck(finding: Finding): DocumentedCheck {
  const { state, seen, remedy } = finding;
  const code = checkCode(finding);
  return { code, state, seen, remedy, ...(state !== 'ok' && { command: remedyCommand(code, remedy) }) };
}

/** The stable code of a check: its part and its name in snake case. */
function checkCode({ part, check }: Pick<Finding, 'part' | 'check'>): string {
  return `${part}.${check.toLowerCase().replaceAll(' ', '_')}`;
}
