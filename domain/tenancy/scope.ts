import type { Action } from './actions.ts';

/** A node of the tenancy tree; an absent level means everything below the last one named. */
export interface ScopeBlock {
  readonly organizationId: string;
  readonly workspaceId?: string;
  readonly applicationId?: string;
  readonly gatewayId?: string;
  readonly environmentId?: string;
}

/** A leaf of the tenancy tree with everything above it. */
export type LeafChain = Required<ScopeBlock>;

/** Actions that a subject holds on one block. */
export interface Binding {
  readonly actions: readonly Action[];
  readonly block: ScopeBlock;
}

/** An authenticated subject with everything it may do, as resolved for this request. */
export interface Caller {
  readonly subjectId: string;
  readonly organizationId: string;
  /** Moves whenever a binding of the subject changes. Decimal string. */
  readonly authorityEpoch: string;
  readonly bindings: readonly Binding[];
}

/** A leaf of the tenancy tree: traffic always belongs to exactly one environment. */
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

/** The part of a workspace that a question names; an empty or absent list names everything below. */
export interface NamedScope {
  readonly application_ids?: readonly string[];
  readonly gateway_ids?: readonly string[];
  readonly environment_ids?: readonly string[];
}

/** The leaves that one question is answered over, and what else its asker may read there. */
export interface ReadScope {
  readonly subjectId: string;
  readonly authorityEpoch: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Sorted; every leaf lies inside the asker's `metadata.read`. */
  readonly environmentIds: readonly string[];
  /** True when the asker holds `cost.read` on every leaf. */
  readonly mayReadCost: boolean;
  /** True when the asker holds `content.read` on every leaf. */
  readonly mayReadContent: boolean;
}
