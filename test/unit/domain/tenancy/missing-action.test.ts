import { expect, it } from 'vitest';
import type { Action } from '../../../../domain/tenancy/actions.ts';
import { missingAction } from '../../../../domain/tenancy/missing-action.ts';
import type { Caller, ScopeBlock, WorkspaceTree } from '../../../../domain/tenancy/scope.ts';

const WORKSPACE: WorkspaceTree = {
  organizationId: 'org_1',
  workspaceId: 't_1',
  environments: [
    { applicationId: 'app_1', gatewayId: 'gw_1', environmentId: 'env_1' },
    { applicationId: 'app_1', gatewayId: 'gw_1', environmentId: 'env_2' },
  ],
};
const OWN: ScopeBlock = { organizationId: 'org_1', workspaceId: 't_1', environmentId: 'env_1' };
const ELSEWHERE: ScopeBlock = { organizationId: 'org_1', workspaceId: 't_1', environmentId: 'env_2' };

it.each<[string, ScopeBlock, readonly Action[], readonly Action[], Action | undefined]>([
  ['no action of no actions', OWN, [], [], undefined],
  ['no action, if all are held', OWN, ['keys.manage', 'feedback.write'], ['keys.manage', 'feedback.write'], undefined],
  ['the only one', OWN, ['keys.manage'], ['keys.manage', 'feedback.write'], 'feedback.write'],
  ['the first of two', OWN, ['metadata.read'], ['keys.manage', 'feedback.write'], 'keys.manage'],
  ['an action that is held in another environment', ELSEWHERE, ['keys.manage'], ['keys.manage'], 'keys.manage'],
  [
    'an action that is held in another workspace',
    { ...OWN, workspaceId: 't_2' },
    ['keys.manage'],
    ['keys.manage'],
    'keys.manage',
  ],
  ['no action, if the organization holds it', { organizationId: 'org_1' }, ['keys.manage'], ['keys.manage'], undefined],
])('an environment misses %s', (_name, block, held, needed, missing) => {
  const caller: Caller = {
    ...{ subjectId: 'sub_1', organizationId: 'org_1', authorityEpoch: '1' },
    bindings: [{ actions: held, block }],
  };
  expect(missingAction(caller, WORKSPACE, 'env_1', needed)).toBe(missing);
});
