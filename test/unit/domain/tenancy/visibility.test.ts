import { describe, expect, it } from 'vitest';
import {
  reportAudience,
  canOpenReport,
  canReadAll,
  isNodeVisible,
  isViewVisible,
} from '../../../../domain/tenancy/visibility.ts';
import type { Action } from '../../../../domain/tenancy/actions.ts';
import type { Caller, ScopeBlock, WorkspaceTree } from '../../../../domain/tenancy/scope.ts';

const workspace: WorkspaceTree = {
  organizationId: 'org_1',
  workspaceId: 't_1',
  environments: [
    { applicationId: 'app_1', gatewayId: 'gw_1', environmentId: 'env_1' },
    { applicationId: 'app_2', gatewayId: 'gw_2', environmentId: 'env_2' },
  ],
};
const WORKSPACE: ScopeBlock = { organizationId: 'org_1', workspaceId: 't_1' };
const APP_ONE: ScopeBlock = { ...WORKSPACE, applicationId: 'app_1' };

function caller(subjectId: string, block: ScopeBlock = WORKSPACE, action: Action = 'metadata.read'): Caller {
  return { subjectId, organizationId: 'org_1', authorityEpoch: '1', bindings: [{ block, actions: [action] }] };
}

describe('a saved view', () => {
  const personal = { workspace_id: 't_1', audience: 'personal', owner: 'sub_1' } as const;
  const team = { ...personal, audience: 'team' } as const;

  it.each([
    ['of the team is visible to its owner', 'sub_1', team, true],
    ['of the team is visible to others', 'sub_2', team, true],
    ['of the team in another workspace is not visible', 'sub_1', { ...team, workspace_id: 't_2' }, false],
    ['of the caller is visible', 'sub_1', personal, true],
    ['of the caller in another workspace is not visible', 'sub_1', { ...personal, workspace_id: 't_2' }, false],
    ['of another person is not visible', 'sub_2', personal, false],
  ] as const)('%s', (_, subjectId, view, expected) => {
    expect(isViewVisible(caller(subjectId), workspace, view)).toBe(expected);
  });
});

describe('a node of the tree', () => {
  const reader = caller('sub_1', { ...WORKSPACE, applicationId: 'app_1', gatewayId: 'gw_1' });

  it.each<[string, ScopeBlock, boolean]>([
    ['with a binding is visible', { ...WORKSPACE, applicationId: 'app_1', gatewayId: 'gw_1' }, true],
    ['above a bound node is visible', WORKSPACE, true],
    [
      'below a bound node is visible',
      { ...WORKSPACE, applicationId: 'app_1', gatewayId: 'gw_1', environmentId: 'env_1' },
      true,
    ],
    ['next to a bound node is not visible', { ...WORKSPACE, applicationId: 'app_1', gatewayId: 'gw_2' }, false],
    ['next to a parent of a bound node is not visible', { ...WORKSPACE, applicationId: 'app_2' }, false],
    ['in another organization is not visible', { organizationId: 'org_2' }, false],
  ])('%s', (_, node, expected) => {
    expect(isNodeVisible(reader, node)).toBe(expected);
  });
});

describe('a complete scope', () => {
  it.each<[string, Caller, readonly string[] | undefined, boolean]>([
    ['every leaf is readable', caller('sub_1'), ['env_1', 'env_2'], true],
    ['its only leaf is readable', caller('sub_1', APP_ONE), ['env_1'], true],
    ['a leaf is not accessible', caller('sub_1', APP_ONE), ['env_1', 'env_2'], false],
    ['a leaf was removed', caller('sub_1'), ['env_1', 'env_9'], false],
    ['another action is permitted on it', caller('sub_1', WORKSPACE, 'cost.read'), ['env_1'], false],
    ['it names no leaf', caller('sub_1'), [], false],
    ['it is unknown', caller('sub_1'), undefined, false],
  ])('is covered or not if %s', (_, reader, environmentIds, expected) => {
    expect(canReadAll(reader, workspace, environmentIds)).toBe(expected);
  });
});

describe('the parts of a report', () => {
  const audience = reportAudience({ owner: 'sub_1', recipient_subject_ids: ['sub_2'] });
  const moved = { ...caller('sub_2'), organizationId: 'org_2' };

  it.each<[string, Caller, readonly string[] | undefined, boolean]>([
    ['its owner, who covers it', caller('sub_1'), ['env_1', 'env_2'], true],
    ['its recipient, who covers it', caller('sub_2', APP_ONE), ['env_1'], true],
    ['its owner with a smaller scope', caller('sub_1', APP_ONE), ['env_1', 'env_2'], false],
    ['its recipient with a smaller scope', caller('sub_2', APP_ONE), ['env_2'], false],
    ['its recipient, if the scope is unknown', caller('sub_2'), undefined, false],
    ['its recipient, who moved to another organization with its bindings', moved, ['env_1'], false],
    ['another caller, who covers it', caller('sub_3'), ['env_1'], false],
  ])('are visible or not to %s', (_, reader, environmentIds, expected) => {
    expect(canOpenReport(reader, workspace, { audience, environmentIds })).toBe(expected);
  });
});
