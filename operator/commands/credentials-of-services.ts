import type { ServiceCredentialV1 } from '../../contracts/tenancy/service-credential.ts';
import { notFound, Refusal } from '../../domain/kernel/errors.ts';
import {
  actionsForGrants,
  DEFAULT_KEY_GRANTS,
  keyGrantsFault,
  type KeyGrant,
} from '../../domain/tenancy/key-grants.ts';
import { missingAction } from '../../domain/tenancy/missing-action.ts';
import type { ServiceCredentialStore } from '../../store/tenancy/service-credential-store.ts';
import type { ServiceIdentityStore } from '../../store/tenancy/service-identity-store.ts';
import type { TenancyStore } from '../../store/tenancy/tenancy-store.ts';
import { UsageFault } from '../../runtime/commands/usage-fault.ts';
import { loadActingSubject } from './load-acting-subject.ts';
import type { CommandRow } from './command.ts';

/** The ports of the credential commands for credentials of services. */
export interface ServiceCredentialCommandPorts {
  readonly serviceIdentities: ServiceIdentityStore;
  readonly serviceCredentials: Pick<ServiceCredentialStore, 'create' | 'find' | 'list' | 'revoke'>;
  readonly tenancy: Pick<TenancyStore, 'loadCaller' | 'loadTree'>;
}

/** A credential that an operator creates for a service. */
interface CredentialOfService {
  readonly serviceId: string;
  readonly environmentId: string;
  readonly label: string;
  /** The rights; by default, those of a credential that the customer lane creates. */
  readonly grants: readonly KeyGrant[] | undefined;
  /** Days until it expires; undefined if it does not expire. */
  readonly ttlDays: number | undefined;
  /** The subject for which the operator creates it. It needs the same actions as in the customer lane. */
  readonly subjectId: string;
}

/** The credentials that one statement of the list reads. */
const PAGE = 500;

/**
 * Creates a credential of a service under the rules of the customer lane, and returns its row with the token.
 * @throws UsageFault for rights that exclude each other; Refusal `not_found` for an unknown service, subject or
 *   environment, `forbidden` if the subject does not have a needed action, `conflict` above the maximum of the service
 */
export async function createCredentialOfService(
  ports: ServiceCredentialCommandPorts,
  { serviceId, environmentId, label, grants = DEFAULT_KEY_GRANTS, ttlDays, subjectId }: CredentialOfService,
): Promise<CommandRow> {
  const fault = keyGrantsFault(grants);
  if (fault !== undefined) throw new UsageFault(fault);
  const { workspace_id: workspaceId } = await requireService(ports, serviceId);
  const { caller, workspace } = await loadActingSubject(ports.tenancy, { subjectId, workspaceId });
  if (!workspace.environments.some((leaf) => leaf.environmentId === environmentId))
    throw notFound(`There is no environment ${environmentId} in the workspace of service ${serviceId}. Check the id.`);
  const missing = missingAction(caller, workspace, environmentId, actionsForGrants(grants));
  if (missing !== undefined) {
    throw new Refusal(
      'forbidden',
      `Subject ${subjectId} does not have \`${missing}\` in environment ${environmentId}. Allow it with \`binding create\`.`,
    );
  }
  const { credential, token } = await ports.serviceCredentials.create({
    ...{ serviceId, environmentId, label, grants, ttlDays, teamIds: [], createdBy: subjectId },
  });
  return { ...credentialOfServiceRow(credential), token };
}

/**
 * The credentials of a service without their tokens, newest first.
 * @throws Refusal `not_found` for an unknown service
 */
export async function listCredentialsOfService(
  ports: ServiceCredentialCommandPorts,
  serviceId: string,
): Promise<CommandRow[]> {
  await requireService(ports, serviceId);
  const found: ServiceCredentialV1[] = [];
  for (;;) {
    const last = found.at(-1);
    const after = last && { createdAt: last.created_at, id: last.credential_id };
    const page = await ports.serviceCredentials.list({ serviceId, limit: PAGE, after });
    found.push(...page);
    if (page.length < PAGE) return found.map(credentialOfServiceRow);
  }
}

/**
 * Ends a credential of a service for ever, and returns its row.
 * @throws Refusal `not_found`, or `conflict` if it is revoked already
 */
export async function revokeCredentialOfService(
  { serviceCredentials }: ServiceCredentialCommandPorts,
  credentialId: string,
): Promise<CommandRow> {
  if ((await serviceCredentials.find(credentialId)) === undefined)
    throw notFound(`There is no credential ${credentialId} of a service. Check the id.`);
  return credentialOfServiceRow(await serviceCredentials.revoke(credentialId));
}

async function requireService(
  { serviceIdentities }: ServiceCredentialCommandPorts,
  serviceId: string,
): Promise<{ readonly workspace_id: string }> {
  const service = await serviceIdentities.find(serviceId);
  if (service === undefined) throw notFound(`There is no service identity ${serviceId}. Check the id.`);
  return service;
}

function credentialOfServiceRow(credential: ServiceCredentialV1): CommandRow {
  const { ready_at, expires_at, revoked_at, successor_id } = credential;
  return {
    credential_id: credential.credential_id,
    service_id: credential.service_id,
    class: 'runtime',
    environment_id: credential.environment_id,
    name: credential.label,
    actions: credential.grants,
    state: credential.readiness,
    created_by: credential.created_by,
    created_at: credential.created_at,
    ...(ready_at !== undefined && { ready_at }),
    ...(expires_at !== undefined && { expires_at }),
    ...(revoked_at !== undefined && { revoked_at }),
    ...(successor_id !== undefined && { successor_id }),
  };
}
