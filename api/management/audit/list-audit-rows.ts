import { Type } from 'typebox';
import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { AUDIT_FILTER } from '../../../contracts/management/access/audit.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { requireInstant } from '../lane/require-instant.ts';
import { presentAuditRow } from './present-audit-row.ts';

/** The prefixes of ids that name people and services. All other actors are credentials. */
const SUBJECT_ID = /^(sub|usr|svc)_/;

/** Lists the rows of the audit that match all filters, newest first. */
export const listAuditRows = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.audit.list', {
  query: Type.Object({ ...PAGE_QUERY, ...AUDIT_FILTER }, { additionalProperties: false }),
  async answer(request, context) {
    const { actor, action, target, outcome, since, until } = request.query;
    const filter = {
      ...(actor !== undefined && (SUBJECT_ID.test(actor) ? { subjectId: actor } : { credentialId: actor })),
      operation: action,
      targetId: target,
      outcome,
      since: requireInstant(since, '/since'),
      until: requireInstant(until, '/until'),
    };
    const { audit } = context.ports.accessAdministration;
    const { rows, nextCursor } = await readListPage(request, context, {
      list: `audit ${JSON.stringify([actor, action, target, outcome, since, until])}`,
      load: (afterKey, limit) => audit.list({ ...filter, afterKey, limit }),
      keyOf: ({ at, auditId }) => ({ createdAt: at.toISOString(), id: auditId }),
    });
    return { rows: rows.map(presentAuditRow), next_cursor: nextCursor };
  },
});
