import { newId } from '../../../../store/postgres/new-id.ts';
import { describeTenancyContract } from '../../../../testing/contracts/tenancy-contract.ts';
import { FakeControlPlane } from '../../../../testing/fakes/control-plane.ts';

const plane = new FakeControlPlane({ now: () => new Date('2026-03-02T08:00:00.000Z') });
const { credentials, tenancy, names, callers, trees, tokens } = plane;

describeTenancyContract(() => ({
  credentials,
  tenancy,
  names,
  makeTree() {
    const [applicationId, gatewayId] = [newId('application'), newId('gateway')];
    const environments = [newId('environment'), newId('environment')]
      .reverse()
      .map((environmentId) => ({ applicationId, gatewayId, environmentId }));
    const tree = { organizationId: newId('organization'), workspaceId: newId('workspace'), environments };
    trees.set(tree.workspaceId, tree);
    return Promise.resolve(tree);
  },
  makeSubject(organizationId) {
    const subjectId = newId('subject');
    callers.set(subjectId, { subjectId, organizationId, authorityEpoch: '1', bindings: [] });
    return Promise.resolve(subjectId);
  },
  bind(subjectId, actions, { organizationId, workspaceId }) {
    const caller = callers.get(subjectId)!;
    const bindings = [...caller.bindings, { actions, block: { organizationId, workspaceId } }];
    callers.set(subjectId, { ...caller, authorityEpoch: String(BigInt(caller.authorityEpoch) + 1n), bindings });
    return Promise.resolve();
  },
  makeCredential(subjectId) {
    const token = `ttm_${newId('request')}`;
    tokens.set(token, { subjectId, class: 'management' });
    return Promise.resolve({ token, credentialId: subjectId.replace('sub_', 'cred_') });
  },
  revoke({ token }) {
    tokens.delete(token);
    return Promise.resolve();
  },
}));
