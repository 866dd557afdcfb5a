import type { Action } from './actions.ts';

/** A node of the tenancy tree. Absent levels include everything below the last named level. */
export interface ScopeBlock {
  readonly organizationId: string;
  readonly workspaceId?: string;
  readonly applicationId?: string;
  readonly gatewayId?: string;
  readonly environmentId?: string;
}

/** A leaf of the tenancy tree with all of its ancestors. */
export type LeafChain = Required<ScopeBlock>;

/** Actions that a subject holds on one block. */
export interface Binding {
  readonly actions: readonly Action[];
  readonly block: ScopeBlock;
}

/** An authenticated subject with all of its permissions, as resolved for this request. */
export interface Caller {
  readonly subjectId: string;
  readonly organizationId: string;
  /** A counter that increases with every change to a binding of the subject. Decimal string. */
  readonly authorityEpoch: string;
  readonly bindings: readonly Binding[];
}

/** A leaf of the tenancy tree. Each piece of traffic belongs to exactly one environment. */
export interface EnvironmentLeaf {
  readonly applicationId: string;
  readonly gatewayId: string;
  readonly environmentId: string;
}

/** A workspace with all its leaves, ordered by environment id. */
export interface WorkspaceTree {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly environments: readonly EnvironmentLeaf[];
}

/** The part of a workspace that a question names; an empty or absent list includes everything. */
export interface NamedScope {
  readonly application_ids?: readonly string[];
  readonly gateway_ids?: readonly string[];
  readonly environment_ids?: readonly string[];
}

/** The environments that a question covers, and the additional permissions of its caller there. */
export interface ReadScope {
  readonly subjectId: string;
  readonly authorityEpoch: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Sorted ids; the caller holds `metadata.read` on each environment. */
  readonly environmentIds: readonly string[];
  /** True if the caller holds `cost.read` on every environment. */
  readonly mayReadCost: boolean;
  /** True if the caller holds `content.read` on every environment. */
  readonly mayReadContent: boolean;
  /** True if the caller holds `dimensions.read` on every environment. */
  readonly mayReadDimensions: boolean;
}
