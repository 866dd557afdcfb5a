/** The registry's advisories on the packages of production. */
export type AdvisoryReading =
  | { readonly kind: 'read'; readonly packages: number; readonly findings: readonly string[] }
  | { readonly kind: 'unread'; readonly reason: string };

const GRAVE: readonly string[] = ['high', 'critical'];

interface AuditReport {
  readonly message?: string;
  readonly error?: { readonly summary?: string };
  readonly metadata?: { readonly dependencies?: { readonly prod?: number } };
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>;
}

/**
 * Reads the output of `npm audit --json`. A report without a list of vulnerabilities counts as unread: the registry did
 * not answer or supports no advisories, which proves nothing about the packages.
 */
export function readAdvisories(output: string): AdvisoryReading {
  const report = parsed(output);
  if (report?.vulnerabilities === undefined) {
    const reason = report?.message ?? report?.error?.summary ?? output.trim().split('\n', 1).join('');
    return { kind: 'unread', reason: reason === '' ? 'npm said nothing' : reason };
  }
  const findings = Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => GRAVE.includes(severity))
    .map(([name, { severity, range }]) => `${name} ${range} (${severity})`);
  return { kind: 'read', packages: report.metadata?.dependencies?.prod ?? 0, findings };
}

function parsed(output: string): AuditReport | undefined {
  try {
    const report: unknown = JSON.parse(output);
    return typeof report === 'object' && report !== null ? report : undefined;
  } catch {
    return undefined;
  }
}
