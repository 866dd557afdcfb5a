import type { ApiPorts } from '../../api/ports/ports.ts';
import type { Action } from '../../domain/tenancy/actions.ts';
import type { WorkspaceTree } from '../../domain/tenancy/scope.ts';

/** The store of the tree, its people and their credentials, and the actions of operators. */
export interface ContractTenancies {
  readonly credentials: ApiPorts['credentials'];
  readonly tenancy: ApiPorts['tenancy'];
  readonly names: ApiPorts['names'];
  /** A workspace with two environments of one gateway, all made at one moment, in an organization of its own. */
  makeTree(): Promise<WorkspaceTree>;
  /** The id of a new member of the organization. */
  makeSubject(organizationId: string): Promise<string>;
  /** Lets a subject do this on a workspace. */
  bind(subjectId: string, actions: readonly Action[], tree: WorkspaceTree): Promise<void>;
  makeCredential(subjectId: string): Promise<{ readonly token: string; readonly credentialId: string }>;
  revoke(credential: { readonly token: string; readonly credentialId: string }): Promise<void>;
}
