import type { ServiceCredentialCreate } from '../../clients/typescript/wire.ts';
import type { ServiceCredentialV1 } from '../../contracts/tenancy/service-credential.ts';
import type { ServiceIdentityV1 } from '../../contracts/tenancy/service-identity.ts';
import type { TeamV1 } from '../../contracts/tenancy/team.ts';
import type { FakeIdentities } from '../fakes/identities.ts';
import { demoId, ORGANIZATION_ID, SUBJECTS, WORKSPACE_ID } from '../api/demo-ids.ts';
import { ENVIRONMENT_IDS } from '../api/made-route.ts';

const CREATED_AT = '2026-02-01T08:00:00.000Z';

/** The body of a credential in the demo's first environment. */
export function makeCredentialBody(change: Partial<ServiceCredentialCreate> = {}): ServiceCredentialCreate {
  const { environmentId, gatewayId } = ENVIRONMENT_IDS;
  return { environment_id: environmentId, gateway_ids: [gatewayId], label: 'production', ...change };
}

/** Stores a service in the demo's workspace. */
export function putService(
  { serviceRows }: FakeIdentities,
  number = 1,
  change: Partial<ServiceIdentityV1> = {},
): ServiceIdentityV1 {
  const service = {
    service_id: demoId('serviceIdentity', number),
    organization_id: ORGANIZATION_ID,
    workspace_id: WORKSPACE_ID,
    name: `service ${number}`,
    created_by: SUBJECTS.owner,
    created_at: CREATED_AT,
    ...change,
  };
  serviceRows.set(service.service_id, service);
  return service;
}

/** Stores a credential of the first service in the demo's first environment, which every gateway holds. */
export function putServiceCredential(
  { credentialRows }: FakeIdentities,
  number = 1,
  change: Partial<Omit<ServiceCredentialV1, 'readiness' | 'successor_id'>> = {},
): Omit<ServiceCredentialV1, 'readiness' | 'successor_id'> {
  const credential: Omit<ServiceCredentialV1, 'readiness' | 'successor_id'> = {
    credential_id: demoId('serviceCredential', number),
    service_id: demoId('serviceIdentity', 1),
    organization_id: ORGANIZATION_ID,
    workspace_id: WORKSPACE_ID,
    application_id: ENVIRONMENT_IDS.applicationId,
    gateway_id: ENVIRONMENT_IDS.gatewayId,
    environment_id: ENVIRONMENT_IDS.environmentId,
    label: `credential ${number}`,
    grants: ['models.call'],
    team_ids: [],
    operation_id: demoId('credentialOperation', number),
    created_by: SUBJECTS.owner,
    created_at: CREATED_AT,
    ready_at: CREATED_AT,
    ...change,
  };
  credentialRows.set(credential.credential_id, credential);
  return credential;
}

/** Stores a team of the demo's workspace. */
export function putTeam({ teamRows }: FakeIdentities, number = 1, change: Partial<TeamV1> = {}): TeamV1 {
  const team = {
    team_id: demoId('team', number),
    organization_id: ORGANIZATION_ID,
    workspace_id: WORKSPACE_ID,
    name: `team ${number}`,
    created_by: SUBJECTS.owner,
    created_at: CREATED_AT,
    ...change,
  };
  teamRows.set(team.team_id, team);
  return team;
}
