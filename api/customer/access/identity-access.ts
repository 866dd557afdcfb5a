import { isNodeVisible } from '../../../domain/tenancy/visibility.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import type { CredentialOperationV1, ServiceCredentialV1 } from '../../../contracts/tenancy/service-credential.ts';
import type { ServiceIdentityV1 } from '../../../contracts/tenancy/service-identity.ts';
import type { ApiPorts } from '../../ports/ports.ts';
import type { RequestHook } from '../../frame/access/request-hook.ts';
import { type RequestSlot, requestSlot } from '../../frame/access/request-slot.ts';
import { type CallerContext, pathId } from './caller-context.ts';

/** The services, credentials and operations that paths name, if they exist for the caller. */
export interface IdentityAccess {
  readonly serviceIdentity: RequestSlot<ServiceIdentityV1>;
  readonly serviceCredential: RequestSlot<ServiceCredentialV1>;
  readonly credentialOperation: RequestSlot<CredentialOperationV1>;
  readonly requireServiceIdentity: RequestHook[];
  readonly requireServiceCredential: RequestHook[];
  /** Attaches the operation, and the credential that it minted. */
  readonly requireCredentialOperation: RequestHook[];
}

/** Creates the access hooks of services and their credentials over the stores. */
export function createIdentityAccess(
  { caller, enter, requireOrganization }: CallerContext,
  ports: Pick<ApiPorts, 'serviceIdentities' | 'serviceCredentials'>,
): IdentityAccess {
  const serviceIdentity = requestSlot<ServiceIdentityV1>('service identity');
  const serviceCredential = requestSlot<ServiceCredentialV1>('service credential');
  const credentialOperation = requestSlot<CredentialOperationV1>('credential operation');

  const withService: RequestHook = async (request) => {
    const found = await ports.serviceIdentities.find(pathId(request, 'svc'));
    if (found === undefined) throw notFound();
    await enter(request, found.workspace_id);
    serviceIdentity.set(request, found);
  };
  const attachCredential = async (
    request: Parameters<RequestHook>[0],
    found: ServiceCredentialV1 | undefined,
  ): Promise<void> => {
    if (found === undefined) throw notFound();
    await enter(request, found.workspace_id);
    const place = {
      organizationId: found.organization_id,
      workspaceId: found.workspace_id,
      applicationId: found.application_id,
      gatewayId: found.gateway_id,
      environmentId: found.environment_id,
    };
    if (!isNodeVisible(caller.of(request), place)) throw notFound();
    serviceCredential.set(request, found);
  };
  const withCredential: RequestHook = async (request) => {
    await attachCredential(request, await ports.serviceCredentials.find(pathId(request, 'cred')));
  };
  const withOperation: RequestHook = async (request) => {
    const found = await ports.serviceCredentials.findOperation(pathId(request, 'kop'));
    if (found === undefined) throw notFound();
    await attachCredential(request, await ports.serviceCredentials.find(found.credential_id));
    credentialOperation.set(request, found);
  };
  return {
    ...{ serviceIdentity, serviceCredential, credentialOperation },
    requireServiceIdentity: [...requireOrganization, withService],
    requireServiceCredential: [...requireOrganization, withCredential],
    requireCredentialOperation: [...requireOrganization, withOperation],
  };
}
