import { describe, expect, it } from 'vitest';
import { mayReadFilter } from '../../../../contracts/views/may-read-filter.ts';
import { presentQuestion } from '../../../../contracts/views/present-question.ts';
import type { Action } from '../../../../domain/tenancy/actions.ts';
import type { Caller, ScopeBlock, WorkspaceTree } from '../../../../domain/tenancy/scope.ts';

const tree: WorkspaceTree = {
  organizationId: 'org_1',
  workspaceId: 't_1',
  environments: [
    { applicationId: 'app_1', gatewayId: 'gw_1', environmentId: 'env_1' },
    { applicationId: 'app_2', gatewayId: 'gw_2', environmentId: 'env_2' },
  ],
};
const WORKSPACE: ScopeBlock = { organizationId: 'org_1', workspaceId: 't_1' };
const APP_ONE: ScopeBlock = { ...WORKSPACE, applicationId: 'app_1' };
const [WIDE, NARROW, NOWHERE] = [{}, { application_ids: ['app_1'] }, { application_ids: ['app_9'] }];

function caller(block: ScopeBlock, ...actions: Action[]): Caller {
  return { subjectId: 'sub_1', organizationId: 'org_1', authorityEpoch: '1', bindings: [{ block, actions }] };
}

const filter = { user: { values: ['ada'] } };
const asking = (scope: object) => ({ schema: 1, shape: 'overview', scope, dimension_filter: filter });

describe('the values in the filter of a stored question', () => {
  it.each<[string, Caller, object, boolean]>([
    ['with the action on the workspace', caller(WORKSPACE, 'metadata.read', 'dimensions.read'), WIDE, true],
    ['with the action on every named environment', caller(APP_ONE, 'dimensions.read'), NARROW, true],
    ['without the action on a covered environment', caller(APP_ONE, 'dimensions.read'), WIDE, false],
    ['with other actions', caller(WORKSPACE, 'metadata.read', 'cost.read', 'content.read'), NARROW, false],
    ['of no environment, with the action on the workspace', caller(WORKSPACE, 'dimensions.read'), NOWHERE, true],
    ['of no environment, with the action on a part', caller(APP_ONE, 'dimensions.read'), NOWHERE, false],
  ])('are visible or not %s', (_, reader, scope, expected) => {
    const question = asking(scope);
    expect(mayReadFilter(reader, tree, question)).toBe(expected);
    expect(presentQuestion(reader, tree, question)).toEqual({
      ...question,
      dimension_filter: expected ? filter : { user: { withheld: true } },
    });
  });

  it('are those of the complete workspace if a question has no scope', () => {
    const question = { schema: 1, shape: 'overview', dimension_filter: filter };
    expect(mayReadFilter(caller(APP_ONE, 'dimensions.read'), tree, question)).toBe(false);
    expect(mayReadFilter(caller(WORKSPACE, 'dimensions.read'), tree, question)).toBe(true);
  });

  it('hide nothing of a question without such a filter', () => {
    const question = { schema: 1, shape: 'facets', scope: {}, dimensions: ['user'] };
    expect(presentQuestion(caller(WORKSPACE, 'metadata.read'), tree, question)).toBe(question);
  });
});
