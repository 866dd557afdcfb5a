import type { ApiPorts } from '../../api/ports/ports.ts';
import type { Action } from '../../domain/tenancy/actions.ts';
import type { WorkspaceTree } from '../../domain/tenancy/scope.ts';

/** The store of the tree, its people and their credentials, and the actions of operators. */
export interface ContractTenancies {
  readonly credentials: ApiPorts['credentials'];
  readonly tenancy: ApiPorts['tenancy'];
  readonly names: ApiPorts['names'];
  /** Creates a workspace with two environments of one gateway, all at one moment, in a separate organization. */
  makeTree(): Promise<WorkspaceTree>;
  /** Creates a member of the organization, and returns its id. */
  makeSubject(organizationId: string): Promise<string>;
  /** Permits these actions on a workspace to a subject. */
  bind(subjectId: string, actions: readonly Action[], tree: WorkspaceTree): Promise<void>;
  makeCredential(subjectId: string): Promise<{ readonly token: string; readonly credentialId: string }>;
  revoke(credential: { readonly token: string; readonly credentialId: string }): Promise<void>;
}
