import { describe, expect, it } from 'vitest';
import type { AuditPort } from '../../api/ports/frame-ports.ts';
import type { AuditEntry } from '../../domain/installation/audit.ts';
import type { AuditEvent } from '../../store/installation/audit-store.ts';
import { newId } from '../../store/postgres/new-id.ts';

/** The store of the audit, and a way to read its rows. */
export interface ContractAudit {
  readonly audit: AuditPort;
  /** Finds the current row, without its time; undefined if no row exists. */
  readonly find: (auditId: string) => Promise<Omit<AuditEvent, 'at'> | undefined>;
}

/** Tests the contract of every audit store. `place` is called when a test runs. */
export function describeAuditContract(place: () => ContractAudit): void {
  const entry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
    ...{ auditId: newId('auditEvent'), operation: 'customer.reports.delete', targets: [] },
    ...change,
  });

  describe('the audit of a write', () => {
    it('is unknown from its intent until its end, and stores all values of both', async () => {
      const { audit, find } = place();
      const [report, run] = [newId('report'), newId('reportRun')];
      const intent = entry({
        subjectId: newId('subject'),
        credentialId: newId('credential'),
        organizationId: newId('organization'),
        workspaceId: newId('workspace'),
        targets: [report],
        requestId: newId('request'),
        traceId: '0af7651916cd43dd8448eb211c80319c',
        address: '2001:db8::1',
      });
      await audit.begin(intent);
      expect(await find(intent.auditId)).toEqual({ ...intent, outcome: 'unknown', requests: 1 });
      await audit.end(intent.auditId, { outcome: 'accepted', status: 200, targets: [run, report] });
      const ended = { ...intent, targets: [report, run], outcome: 'accepted', status: 200, requests: 1 };
      expect(await find(intent.auditId)).toEqual(ended);
    });

    it('has one row, even if two begin under one id', async () => {
      const { audit, find } = place();
      const intent = entry();
      await audit.begin(intent);
      await expect(audit.begin({ ...intent, operation: 'another' })).rejects.toThrow();
      expect(await find(intent.auditId)).toMatchObject({ operation: 'customer.reports.delete' });
    });
  });

  describe('the audit of a refusal', () => {
    it('is one row, and may represent many requests', async () => {
      const { audit, find } = place();
      const refused = entry({ address: '203.0.113.7' });
      await audit.record(refused, { outcome: 'refused', status: 401, code: 'unauthorized' });
      const written = { ...refused, outcome: 'refused', status: 401, code: 'unauthorized' };
      expect(await find(refused.auditId)).toEqual({ ...written, requests: 1 });
      await audit.recount(refused.auditId, 412);
      expect(await find(refused.auditId)).toEqual({ ...written, requests: 412 });
    });
  });

  describe('an end or a count of a missing row', () => {
    it('changes nothing, and does not fail, because a sweep may have removed the row', async () => {
      const { audit, find } = place();
      const unknown = newId('auditEvent');
      await audit.end(unknown, { outcome: 'accepted', status: 200 });
      await audit.recount(unknown, 3);
      expect(await find(unknown)).toBeUndefined();
    });
  });
}
