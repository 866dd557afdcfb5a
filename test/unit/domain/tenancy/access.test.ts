import { describe, expect, it } from 'vitest';
import type { Action } from '../../../../domain/tenancy/actions.ts';
import {
  canActInWorkspace,
  canActOnAll,
  canActOnWorkspace,
  canEnterWorkspace,
  createReadScope,
  resolveReadScope,
  scopeEnvironmentIds,
} from '../../../../domain/tenancy/resolve.ts';
import type { Binding, Caller, NamedScope, ScopeBlock, WorkspaceTree } from '../../../../domain/tenancy/scope.ts';
import { Refusal } from '../../../../domain/kernel/errors.ts';

/** Two applications. The first has two gateways, and its first gateway has two environments. */
const tree: WorkspaceTree = {
  organizationId: 'org_1',
  workspaceId: 't_1',
  environments: [
    { applicationId: 'app_1', gatewayId: 'gw_1', environmentId: 'env_1' },
    { applicationId: 'app_1', gatewayId: 'gw_1', environmentId: 'env_2' },
    { applicationId: 'app_1', gatewayId: 'gw_2', environmentId: 'env_3' },
    { applicationId: 'app_2', gatewayId: 'gw_3', environmentId: 'env_4' },
  ],
};
const ALL = ['env_1', 'env_2', 'env_3', 'env_4'];

const organization: ScopeBlock = { organizationId: 'org_1' };
const workspace: ScopeBlock = { ...organization, workspaceId: 't_1' };
const application: ScopeBlock = { ...workspace, applicationId: 'app_1' };
const gateway: ScopeBlock = { ...application, gatewayId: 'gw_1' };
const environment: ScopeBlock = { ...gateway, environmentId: 'env_2' };

function bound(block: ScopeBlock, ...actions: Action[]): Binding {
  return { block, actions };
}

function caller(...bindings: Binding[]): Caller {
  return { subjectId: 'sub_1', organizationId: 'org_1', authorityEpoch: '7', bindings };
}

function refusalOf(asker: Caller, named: NamedScope): Pick<Refusal, 'code' | 'message'> {
  try {
    resolveReadScope(asker, tree, named);
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('The scope was resolved.');
}

describe('entering a workspace', () => {
  it.each([
    ['its organization', bound(organization, 'metadata.read'), true],
    ['the workspace', bound(workspace, 'metadata.read'), true],
    ['one environment in it', bound(environment, 'metadata.read'), true],
    ['the workspace, for an action other than reading', bound(workspace, 'comparisons.run'), true],
    ['another workspace', bound({ organizationId: 'org_1', workspaceId: 't_2' }, 'metadata.read'), false],
    ['another organization', bound({ organizationId: 'org_2' }, 'metadata.read'), false],
  ])('with a binding on %s', (_, binding, expected) => {
    expect(canEnterWorkspace(caller(binding), tree)).toBe(expected);
  });

  it('is concealed from a subject of another organization, with any bindings', () => {
    const stranger = { ...caller(bound(organization, 'metadata.read')), organizationId: 'org_2' };
    expect(canEnterWorkspace(stranger, tree)).toBe(false);
  });

  it('is concealed from a subject without bindings', () => {
    expect(canEnterWorkspace(caller(), tree)).toBe(false);
  });
});

describe('the scope of a question without names', () => {
  it.each([
    ['organization', organization, ALL],
    ['workspace', workspace, ALL],
    ['application', application, ['env_1', 'env_2', 'env_3']],
    ['gateway', gateway, ['env_1', 'env_2']],
    ['environment', environment, ['env_2']],
  ])('for a reader of one %s', (_, block, expected) => {
    const reader = caller(bound(block, 'metadata.read'));
    expect(resolveReadScope(reader, tree, {}).environmentIds).toEqual(expected);
    const empty = { application_ids: [], gateway_ids: [], environment_ids: [] };
    expect(resolveReadScope(reader, tree, empty).environmentIds).toEqual(expected);
  });

  it('is the union of the bindings', () => {
    const reader = caller(
      bound(environment, 'metadata.read'),
      bound({ ...workspace, applicationId: 'app_2' }, 'metadata.read'),
    );
    expect(resolveReadScope(reader, tree, {}).environmentIds).toEqual(['env_2', 'env_4']);
  });

  it('has the caller and its epoch', () => {
    expect(resolveReadScope(caller(bound(workspace, 'metadata.read')), tree, {})).toEqual({
      subjectId: 'sub_1',
      authorityEpoch: '7',
      organizationId: 'org_1',
      workspaceId: 't_1',
      environmentIds: ALL,
      mayReadCost: false,
      mayReadContent: false,
      mayReadDimensions: false,
    });
  });
});

describe('narrowing by names', () => {
  const reader = caller(bound(application, 'metadata.read'));

  it.each<[string, NamedScope, string[]]>([
    ['an application', { application_ids: ['app_1'] }, ['env_1', 'env_2', 'env_3']],
    ['a gateway', { gateway_ids: ['gw_1'] }, ['env_1', 'env_2']],
    ['two gateways', { gateway_ids: ['gw_2', 'gw_1'] }, ['env_1', 'env_2', 'env_3']],
    ['an environment', { environment_ids: ['env_3'] }, ['env_3']],
    ['a gateway and one of its environments', { gateway_ids: ['gw_1'], environment_ids: ['env_2'] }, ['env_2']],
  ])('to %s', (_, named, expected) => {
    expect(resolveReadScope(reader, tree, named).environmentIds).toEqual(expected);
  });

  it.each<[string, NamedScope]>([
    ['a sibling application', { application_ids: ['app_2'] }],
    ['a missing application', { application_ids: ['app_9'] }],
    ['an accessible application next to a foreign one', { application_ids: ['app_1', 'app_2'] }],
    ['a foreign gateway', { gateway_ids: ['gw_3'] }],
    ['a missing gateway', { gateway_ids: ['gw_9'] }],
    ['a foreign environment', { environment_ids: ['env_4'] }],
    ['a missing environment', { environment_ids: ['env_9'] }],
  ])('refuses %s with the same text', (_, named) => {
    expect(refusalOf(reader, named)).toEqual({
      code: 'forbidden',
      message:
        'Your access does not cover the scope of this question. Narrow the scope, or ask an operator for access.',
    });
  });

  it('reports that accessible names exclude each other, instead of missing access', () => {
    expect(refusalOf(reader, { gateway_ids: ['gw_2'], environment_ids: ['env_1'] })).toEqual({
      code: 'invalid_query',
      message:
        'The parts in the scope of this question do not contain each other. Name parts of one workspace that belong together.',
    });
  });

  it('refuses a subject that may enter but not read, and conceals the workspace from others', () => {
    expect(refusalOf(caller(bound(workspace, 'cost.read')), {}).code).toBe('forbidden');
    expect(refusalOf(caller(bound({ organizationId: 'org_2' }, 'metadata.read')), {}).code).toBe('not_found');
    expect(refusalOf(caller(), { application_ids: ['app_1'] }).code).toBe('not_found');
  });
});

describe('a workspace without an environment', () => {
  const bare: WorkspaceTree = { ...tree, environments: [] };

  it.each([
    ['its organization', bound(organization, 'metadata.read')],
    ['the workspace', bound(workspace, 'metadata.read')],
    ['an application in it', bound(application, 'metadata.read')],
  ])('is empty for a reader of %s', (_, binding) => {
    expect(resolveReadScope(caller(binding), bare, {}).environmentIds).toEqual([]);
  });

  it('refuses a subject that may enter but not read, and missing names', () => {
    const reader = caller(bound(workspace, 'metadata.read'));
    expect(() => resolveReadScope(caller(bound(workspace, 'cost.read')), bare, {})).toThrow(Refusal);
    expect(() => resolveReadScope(reader, bare, { application_ids: ['app_1'] })).toThrow(Refusal);
  });

  it('is empty next to environments that a reader of an empty application cannot read', () => {
    const reader = caller(bound({ ...workspace, applicationId: 'app_3' }, 'metadata.read'));
    expect(resolveReadScope(reader, tree, {}).environmentIds).toEqual([]);
  });
});

describe('reading money, content and dimensions', () => {
  const reads = bound(workspace, 'metadata.read');
  const nothing = { mayReadCost: false, mayReadContent: false, mayReadDimensions: false };

  it.each([
    ['cost.read', { ...nothing, mayReadCost: true }],
    ['content.read', { ...nothing, mayReadContent: true }],
    ['dimensions.read', { ...nothing, mayReadDimensions: true }],
  ] as const)('needs %s on every leaf of the question', (action, granted) => {
    const second: ScopeBlock = { ...workspace, applicationId: 'app_2' };
    const cases: [string, Binding[], NamedScope, typeof nothing][] = [
      ['the complete workspace', [bound(workspace, 'metadata.read', action)], {}, granted],
      ['one application of a question over both', [reads, bound(application, action)], {}, nothing],
      [
        'the only application of the question',
        [reads, bound(application, action)],
        { application_ids: ['app_1'] },
        granted,
      ],
      ['every leaf through several bindings', [reads, bound(application, action), bound(second, action)], {}, granted],
      ['no leaf', [reads], {}, nothing],
    ];
    for (const [name, bindings, named, expected] of cases) {
      const { mayReadCost, mayReadContent, mayReadDimensions } = resolveReadScope(caller(...bindings), tree, named);
      expect({ mayReadCost, mayReadContent, mayReadDimensions }, name).toEqual(expected);
    }
  });
});

describe('an action somewhere in the workspace', () => {
  it.each<[string, Binding, boolean]>([
    ['its organization', bound(organization, 'keys.manage'), true],
    ['the workspace', bound(workspace, 'keys.manage'), true],
    ['one environment in it', bound(environment, 'keys.manage'), true],
    ['the workspace, for another action', bound(workspace, 'metadata.read'), false],
    ['another workspace', bound({ ...organization, workspaceId: 't_2' }, 'keys.manage'), false],
    ['another organization', bound({ organizationId: 'org_2' }, 'keys.manage'), false],
  ])('is held or not with a binding on %s', (_, binding, expected) => {
    expect(canActInWorkspace(caller(binding), tree, 'keys.manage')).toBe(expected);
  });
});

describe('an action on the complete workspace', () => {
  it.each<[string, Binding, boolean]>([
    ['its organization', bound(organization, 'dimensions.read'), true],
    ['the workspace', bound(workspace, 'dimensions.read'), true],
    ['one application in it', bound(application, 'dimensions.read'), false],
    ['one gateway in it', bound(gateway, 'dimensions.read'), false],
    ['one environment in it', bound(environment, 'dimensions.read'), false],
    ['the workspace, for another action', bound(workspace, 'metadata.read'), false],
    ['another workspace', bound({ ...organization, workspaceId: 't_2' }, 'dimensions.read'), false],
    ['another organization', bound({ organizationId: 'org_2' }, 'dimensions.read'), false],
  ])('is held or not with a binding on %s', (_, binding, expected) => {
    expect(canActOnWorkspace(caller(binding), tree, 'dimensions.read')).toBe(expected);
  });
});

describe('a fixed scope', () => {
  it('covers the complete question, for any caller', () => {
    expect(scopeEnvironmentIds(tree, {})).toEqual(ALL);
    expect(scopeEnvironmentIds(tree, { application_ids: ['app_2', 'app_9'] })).toEqual(['env_4']);
    expect(scopeEnvironmentIds(tree, { gateway_ids: ['gw_9'] })).toEqual([]);
  });

  it('is ordered by ids, so that one question has one scope', () => {
    expect(scopeEnvironmentIds({ ...tree, environments: tree.environments.toReversed() }, {})).toEqual(ALL);
  });

  it('is covered only if every leaf is accessible and still exists', () => {
    const reader = caller(bound(application, 'metadata.read'));
    expect(canActOnAll(reader, tree, ['env_1', 'env_3'], 'metadata.read')).toBe(true);
    expect(canActOnAll(reader, tree, ['env_1', 'env_4'], 'metadata.read')).toBe(false);
    expect(canActOnAll(reader, tree, ['env_1', 'env_gone'], 'metadata.read')).toBe(false);
    expect(canActOnAll(reader, tree, ['env_1'], 'cost.read')).toBe(false);
  });

  it.each([
    ['another organization', { organizationId: 'org_2' }],
    ['another workspace', { organizationId: 'org_1', workspaceId: 't_2' }],
  ])('is not covered by access in %s', (_, elsewhere) => {
    expect(canActOnAll(caller(bound(elsewhere, 'metadata.read')), tree, ['env_1'], 'metadata.read')).toBe(false);
  });

  it('is read in the order of its ids', () => {
    const reader = caller(bound(workspace, 'metadata.read'));
    expect(createReadScope(reader, tree, ['env_3', 'env_1']).environmentIds).toEqual(['env_1', 'env_3']);
  });
});
