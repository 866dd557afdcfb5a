import { holdAuditContract } from '../../../support/contracts/audit-contract.ts';
import { FakeAudit } from '../../../support/fakes/audit.ts';

const audit = new FakeAudit();

holdAuditContract(() => ({ audit: audit.port, find: (id) => Promise.resolve(audit.find(id)) }));
