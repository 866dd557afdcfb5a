import type { ApiPorts } from '../../api/ports/ports.ts';
import type { AuditEnd, AuditEntry } from '../../domain/installation/audit.ts';
import type { AuditEvent } from '../../store/installation/audit-store.ts';

/** A row of the audit. Without `end`, its outcome is unknown. */
export interface FakeAuditRow extends AuditEntry {
  end?: AuditEnd;
  requests: number;
}

/** The audit in memory. */
export class FakeAudit {
  readonly rows: FakeAuditRow[] = [];
  /** The error with which every call rejects, if set. */
  fault: Error | undefined;

  readonly port: ApiPorts['audit'] = {
    begin: (entry) => this.#add({ ...entry, requests: 1 }),
    record: (entry, end) => this.#add({ ...entry, end, requests: 1 }),
    end: (auditId, end) => this.#change(auditId, (row) => (row.end = end)),
    recount: (auditId, requests) => this.#change(auditId, (row) => (row.requests = requests)),
  };

  /** A row as the store shows it. */
  find(auditId: string): Omit<AuditEvent, 'at'> | undefined {
    const row = this.rows.find((one) => one.auditId === auditId);
    if (row === undefined) return undefined;
    const { end: { targets = [], ...end } = { outcome: 'unknown' }, ...entry } = row;
    return { ...entry, ...end, targets: [...new Set([...entry.targets, ...targets])] };
  }

  #add(row: FakeAuditRow): Promise<void> {
    if (this.fault !== undefined) return Promise.reject(this.fault);
    if (this.rows.some(({ auditId }) => auditId === row.auditId)) return Promise.reject(new Error('The id is taken.'));
    this.rows.push(row);
    return Promise.resolve();
  }

  #change(auditId: string, change: (row: FakeAuditRow) => unknown): Promise<void> {
    if (this.fault !== undefined) return Promise.reject(this.fault);
    const row = this.rows.find((one) => one.auditId === auditId);
    if (row !== undefined) change(row);
    return Promise.resolve();
  }
}
