import { describeAuditContract } from '../../../../testing/contracts/audit-contract.ts';
import { FakeAudit } from '../../../../testing/fakes/audit.ts';

const audit = new FakeAudit();

describeAuditContract(() => ({ audit: audit.port, find: (id) => Promise.resolve(audit.find(id)) }));
