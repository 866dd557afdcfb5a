import { notFound, Refusal } from '../kernel/errors.ts';
import type { Action } from './actions.ts';
import type { Caller, EnvironmentLeaf, NamedScope, ReadScope, ScopeBlock, WorkspaceTree } from './scope.ts';

/** True if the caller holds `action` on this leaf. */
function holds(caller: Caller, tree: WorkspaceTree, leaf: EnvironmentLeaf, action: Action): boolean {
  return caller.bindings.some((binding) => binding.actions.includes(action) && contains(binding.block, tree, leaf));
}

/** The leaves of the workspace on which the caller holds `action`. */
export function permittedLeaves(caller: Caller, tree: WorkspaceTree, action: Action): EnvironmentLeaf[] {
  return tree.environments.filter((leaf) => holds(caller, tree, leaf, action));
}

/** True if the caller holds `action` on all of these environments; false if one of them no longer exists. */
export function canActOnAll(
  caller: Caller,
  tree: WorkspaceTree,
  environmentIds: readonly string[],
  action: Action,
): boolean {
  const held = new Set(permittedLeaves(caller, tree, action).map((leaf) => leaf.environmentId));
  return environmentIds.every((id) => held.has(id));
}

/** True if the caller holds `action` on the complete workspace, including environments that it will have later. */
export function canActOnWorkspace(
  caller: Caller,
  { organizationId, workspaceId }: Pick<WorkspaceTree, 'organizationId' | 'workspaceId'>,
  action: Action,
): boolean {
  return caller.bindings.some(
    ({ actions, block }) =>
      actions.includes(action) &&
      block.organizationId === organizationId &&
      (block.workspaceId === undefined || block.workspaceId === workspaceId) &&
      block.applicationId === undefined &&
      block.gatewayId === undefined &&
      block.environmentId === undefined,
  );
}

/** True if the caller holds `action` on an environment of this part of the workspace. */
export function canActWithin(caller: Caller, tree: WorkspaceTree, part: ScopeBlock, action: Action): boolean {
  return permittedLeaves(caller, tree, action).some((leaf) => contains(part, tree, leaf));
}

/**
 * True if the workspace exists for this caller: it is in the caller's organization, and a binding reaches into it. This
 * is the only rule of concealment. Anything in a workspace that the caller cannot see answers 404, like a missing
 * resource. Anything that is not allowed in a visible workspace answers 403.
 */
export function canEnterWorkspace(
  caller: Caller,
  { organizationId, workspaceId }: { organizationId: string; workspaceId: string },
): boolean {
  return hasBindingAt(caller, { organizationId, workspaceId });
}

const LEVELS = ['organizationId', 'workspaceId', 'applicationId', 'gatewayId', 'environmentId'] as const;

/** True if a binding of the caller applies to the node, to one of its ancestors, or to something inside it. */
export function hasBindingAt(caller: Caller, node: ScopeBlock): boolean {
  if (caller.organizationId !== node.organizationId) return false;
  return caller.bindings.some(({ block }) =>
    LEVELS.every((level) => block[level] === undefined || node[level] === undefined || block[level] === node[level]),
  );
}

/** True if the caller holds `metadata.read` somewhere in the workspace, even if it has no environments. */
export function canReadWorkspace(caller: Caller, workspace: { organizationId: string; workspaceId: string }): boolean {
  return canActInWorkspace(caller, workspace, 'metadata.read');
}

/** True if the caller holds `action` somewhere in the workspace, even if it has no environments. */
export function canActInWorkspace(
  caller: Caller,
  workspace: { organizationId: string; workspaceId: string },
  action: Action,
): boolean {
  const bindings = caller.bindings.filter(({ actions }) => actions.includes(action));
  return canEnterWorkspace({ ...caller, bindings }, workspace);
}

/**
 * The part of the caller's `metadata.read` that a question names. The scope and its answer are empty if the readable
 * part has no environments yet.
 *
 * @throws Refusal `not_found` if the caller may not enter the workspace. `forbidden` if a name is beyond the caller's
 *   reach or does not exist: both have the same sentence, so that ids cannot be probed. `invalid_query` if every name
 *   is within reach, but no environment matches all of them.
 */
export function resolveReadScope(caller: Caller, tree: WorkspaceTree, named: NamedScope): ReadScope {
  if (!canEnterWorkspace(caller, tree)) throw notFound();
  const ceiling = permittedLeaves(caller, tree, 'metadata.read');
  refuseUnreachable(named.application_ids, ceiling, (leaf) => leaf.applicationId);
  refuseUnreachable(named.gateway_ids, ceiling, (leaf) => leaf.gatewayId);
  refuseUnreachable(named.environment_ids, ceiling, (leaf) => leaf.environmentId);
  const leaves = ceiling.filter((leaf) => isNamed(named, leaf));
  if (leaves.length === 0) refuseNothing(caller, tree, ceiling);
  return createReadScope(
    caller,
    tree,
    leaves.map((leaf) => leaf.environmentId),
  );
}

/**
 * The ids of the environments that a stored question names in the complete workspace, for any reader, sorted. A report
 * freezes this scope.
 */
export function scopeEnvironmentIds(tree: WorkspaceTree, named: NamedScope): string[] {
  return tree.environments
    .filter((leaf) => isNamed(named, leaf))
    .map((leaf) => leaf.environmentId)
    .sort();
}

/** The read scope of a caller for the given environments. The caller must hold `metadata.read` on all of them. */
export function createReadScope(caller: Caller, tree: WorkspaceTree, environmentIds: readonly string[]): ReadScope {
  return {
    subjectId: caller.subjectId,
    authorityEpoch: caller.authorityEpoch,
    organizationId: tree.organizationId,
    workspaceId: tree.workspaceId,
    environmentIds: [...environmentIds].sort(),
    mayReadCost: canActOnAll(caller, tree, environmentIds, 'cost.read'),
    mayReadContent: canActOnAll(caller, tree, environmentIds, 'content.read'),
    mayReadDimensions: canActOnAll(caller, tree, environmentIds, 'dimensions.read'),
  };
}

function contains(block: ScopeBlock, tree: WorkspaceTree, leaf: EnvironmentLeaf): boolean {
  return (
    block.organizationId === tree.organizationId &&
    (block.workspaceId === undefined || block.workspaceId === tree.workspaceId) &&
    (block.applicationId === undefined || block.applicationId === leaf.applicationId) &&
    (block.gatewayId === undefined || block.gatewayId === leaf.gatewayId) &&
    (block.environmentId === undefined || block.environmentId === leaf.environmentId)
  );
}

function isNamed(named: NamedScope, leaf: EnvironmentLeaf): boolean {
  return (
    includes(named.application_ids, leaf.applicationId) &&
    includes(named.gateway_ids, leaf.gatewayId) &&
    includes(named.environment_ids, leaf.environmentId)
  );
}

function includes(ids: readonly string[] | undefined, id: string): boolean {
  return ids === undefined || ids.length === 0 || ids.includes(id);
}

function refuseUnreachable(
  ids: readonly string[] | undefined,
  ceiling: readonly EnvironmentLeaf[],
  idOf: (leaf: EnvironmentLeaf) => string,
): void {
  const reachable = new Set(ceiling.map(idOf));
  if (ids?.some((id) => !reachable.has(id))) throw outsideReach();
}

/** Refuses a question whose names are all within reach, but which selects no environment. */
function refuseNothing(caller: Caller, tree: WorkspaceTree, ceiling: readonly EnvironmentLeaf[]): void {
  if (!canReadWorkspace(caller, tree)) throw outsideReach();
  if (ceiling.length > 0)
    throw new Refusal(
      'invalid_query',
      'The parts in the scope of this question do not contain each other. Name parts of one workspace that belong together.',
    );
}

function outsideReach(): Refusal {
  return new Refusal(
    'forbidden',
    'Your access does not cover the scope of this question. Narrow the scope, or ask an operator for access.',
  );
}
