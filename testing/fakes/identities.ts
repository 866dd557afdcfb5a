import type { ApiPorts } from '../../api/ports/ports.ts';
import type { ServiceCredentialV1 } from '../../contracts/tenancy/service-credential.ts';
import type { ServiceIdentityV1 } from '../../contracts/tenancy/service-identity.ts';
import type { TeamV1 } from '../../contracts/tenancy/team.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { conflict, notFound } from '../../domain/kernel/errors.ts';
import { credentialReadiness } from '../../domain/tenancy/credential-readiness.ts';
import { MAX_CREDENTIALS_IN_FORCE, MAX_SERVICE_IDENTITIES, MAX_TEAMS } from '../../domain/tenancy/identity-limits.ts';
import type { WorkspaceTree } from '../../domain/tenancy/scope.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { makeToken } from '../../store/tenancy/credential-token.ts';
import type { NewServiceCredential } from '../../store/tenancy/service-credential-store.ts';
import type { FakeToken } from './fake-token.ts';
import { pageNewestFirst } from './page-newest-first.ts';

/** The parts of the control plane that identities share. */
interface Plane {
  readonly trees: ReadonlyMap<string, WorkspaceTree>;
  readonly tokens: Map<string, FakeToken>;
}

type CredentialRow = Omit<ServiceCredentialV1, 'readiness' | 'successor_id'>;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Services, their credentials and teams, in memory. Tests change rows where a gateway or the clock would. */
export class FakeIdentities {
  readonly serviceRows = new Map<string, ServiceIdentityV1>();
  readonly credentialRows = new Map<string, CredentialRow>();
  readonly teamRows = new Map<string, TeamV1>();
  /** The texts of credentials by their ids. */
  readonly #texts = new Map<string, string>();
  readonly #plane: Plane;
  readonly #clock: Clock;

  constructor(plane: Plane, clock: Clock) {
    this.#plane = plane;
    this.#clock = clock;
  }

  /** The number of written rows, including endings of credentials. */
  written(): number {
    const ended = [...this.credentialRows.values()].filter((row) => row.revoked_at !== undefined).length;
    return this.serviceRows.size + this.credentialRows.size + this.teamRows.size + ended;
  }

  readonly services: ApiPorts['serviceIdentities'] = {
    create: ({ workspaceId, name, createdBy }) =>
      new Promise((resolve) => {
        const tree = this.#plane.trees.get(workspaceId);
        if (tree === undefined) throw notFound();
        const there = [...this.serviceRows.values()].filter((row) => row.workspace_id === workspaceId);
        if (there.length >= MAX_SERVICE_IDENTITIES)
          throw conflict(
            'limit_reached',
            'This workspace already has the maximum of service identities. Use one of them.',
          );
        const made: ServiceIdentityV1 = {
          service_id: newId('serviceIdentity'),
          organization_id: tree.organizationId,
          workspace_id: workspaceId,
          name,
          created_by: createdBy,
          created_at: this.#clock.now().toISOString(),
        };
        this.serviceRows.set(made.service_id, made);
        resolve(made);
      }),
    find: (id) => Promise.resolve(this.serviceRows.get(id)),
    list: ({ workspaceId, ...page }) =>
      Promise.resolve(
        pageNewestFirst(
          [...this.serviceRows.values()].filter((row) => row.workspace_id === workspaceId),
          (row) => ({ createdAt: row.created_at, id: row.service_id }),
          page,
        ),
      ),
  };

  readonly credentials: ApiPorts['serviceCredentials'] = {
    create: (credential) =>
      new Promise((resolve) => {
        this.#requireRoom(credential.serviceId);
        resolve(this.#mint(credential, undefined));
      }),
    rotate: ({ credentialId, overlapMinutes, revokesPrevious, teamIds, createdBy }) =>
      new Promise((resolve) => {
        const previous = this.#find(credentialId);
        if (previous === undefined) throw notFound();
        if (previous.successor_id !== undefined || ['revoked', 'expired'].includes(previous.readiness))
          throw conflict(
            'already_settled',
            'The credential was rotated, has expired or was revoked. Create another one.',
          );
        const now = this.#clock.now();
        const ends = new Date(now.getTime() + overlapMinutes * MINUTE_MS).toISOString();
        const row = this.credentialRows.get(credentialId)!;
        const { expires_at: expiry = ends } = row;
        const earlier = expiry < ends ? expiry : ends;
        this.credentialRows.set(credentialId, {
          ...row,
          expires_at: earlier,
          ...(revokesPrevious && { revoked_at: now.toISOString() }),
        });
        this.#requireRoom(row.service_id);
        const { service_id: serviceId, environment_id: environmentId, label, grants, team_ids } = row;
        const kept = { serviceId, environmentId, label, grants, teamIds: teamIds ?? team_ids, ttlDays: row.ttl_days };
        const minted = this.#mint({ ...kept, createdBy }, credentialId);
        resolve({ ...minted, predecessor: this.#find(credentialId)! });
      }),
    revoke: (id) =>
      new Promise((resolve) => {
        const row = this.credentialRows.get(id);
        if (row === undefined) throw notFound();
        if (row.revoked_at !== undefined)
          throw conflict('already_settled', 'The credential was already revoked. There is nothing left to revoke.');
        this.credentialRows.set(id, { ...row, revoked_at: this.#clock.now().toISOString() });
        this.#plane.tokens.delete(this.#texts.get(id) ?? '');
        resolve(this.#find(id)!);
      }),
    find: (id) => Promise.resolve(this.#find(id)),
    findOperation: (id) => {
      const row = [...this.credentialRows.values()].find((one) => one.operation_id === id);
      const found = row && this.#find(row.credential_id);
      if (found === undefined) return Promise.resolve(undefined);
      const { operation_id, credential_id, service_id, environment_id, readiness, created_at, ready_at } = found;
      return Promise.resolve({
        operation_id,
        kind: found.predecessor_id === undefined ? 'create' : 'rotate',
        credential_id,
        service_id,
        environment_id,
        readiness,
        created_at,
        ...(ready_at !== undefined && { ready_at }),
      });
    },
    list: ({ serviceId, ...page }) =>
      Promise.resolve(
        pageNewestFirst(
          [...this.credentialRows.values()].filter((row) => row.service_id === serviceId),
          (row) => ({ createdAt: row.created_at, id: row.credential_id }),
          page,
        ).map(({ credential_id: id }) => this.#find(id)!),
      ),
  };

  /** The teams. A test sets `areEnabled` to false for a deployment without them. */
  readonly teams: Omit<ApiPorts['teams'], 'areEnabled'> & { areEnabled: boolean } = {
    areEnabled: true,
    create: ({ workspaceId, name, createdBy }) =>
      new Promise((resolve) => {
        const tree = this.#plane.trees.get(workspaceId);
        if (tree === undefined) throw notFound();
        const there = [...this.teamRows.values()].filter((row) => row.workspace_id === workspaceId);
        if (there.length >= MAX_TEAMS)
          throw conflict('limit_reached', 'This workspace already has the maximum of teams. Use one of them.');
        const made: TeamV1 = {
          team_id: newId('team'),
          organization_id: tree.organizationId,
          workspace_id: workspaceId,
          name,
          created_by: createdBy,
          created_at: this.#clock.now().toISOString(),
        };
        this.teamRows.set(made.team_id, made);
        resolve(made);
      }),
    list: ({ workspaceId, ...page }) =>
      Promise.resolve(
        pageNewestFirst(
          [...this.teamRows.values()].filter((row) => row.workspace_id === workspaceId),
          (row) => ({ createdAt: row.created_at, id: row.team_id }),
          page,
        ),
      ),
    findExisting: (workspaceId, ids) =>
      Promise.resolve(new Set(ids.filter((id) => this.teamRows.get(id)?.workspace_id === workspaceId))),
  };

  #find(credentialId: string): ServiceCredentialV1 | undefined {
    const row = this.credentialRows.get(credentialId);
    if (row === undefined) return undefined;
    const successor = [...this.credentialRows.values()].find((one) => one.predecessor_id === credentialId);
    const at = (instant: string | undefined): Date | undefined =>
      instant === undefined ? undefined : new Date(instant);
    const times = { readyAt: at(row.ready_at), expiresAt: at(row.expires_at), revokedAt: at(row.revoked_at) };
    return {
      ...row,
      readiness: credentialReadiness(times, this.#clock.now()),
      ...(successor && { successor_id: successor.credential_id }),
    };
  }

  #requireRoom(serviceId: string): void {
    const inForce = [...this.credentialRows.values()]
      .filter((row) => row.service_id === serviceId)
      .map(({ credential_id: id }) => this.#find(id)?.readiness)
      .filter((readiness) => readiness === 'minted' || readiness === 'ready');
    if (inForce.length >= MAX_CREDENTIALS_IN_FORCE)
      throw conflict('limit_reached', 'This service already has the maximum of credentials. Revoke one of them first.');
  }

  #mint(
    { serviceId, environmentId, label, grants, teamIds, ttlDays, createdBy }: NewServiceCredential,
    predecessorId: string | undefined,
  ): { credential: ServiceCredentialV1; token: string } {
    const { organization_id: organizationId, workspace_id: workspaceId } = this.serviceRows.get(serviceId)!;
    const leaf = this.#plane.trees.get(workspaceId)!.environments.find((one) => one.environmentId === environmentId)!;
    const { token } = makeToken('runtime');
    const now = this.#clock.now();
    const credentialId = newId('serviceCredential');
    this.credentialRows.set(credentialId, {
      credential_id: credentialId,
      service_id: serviceId,
      organization_id: organizationId,
      workspace_id: workspaceId,
      application_id: leaf.applicationId,
      gateway_id: leaf.gatewayId,
      environment_id: environmentId,
      label,
      grants: [...grants],
      team_ids: [...teamIds],
      ...(ttlDays !== undefined && {
        ttl_days: ttlDays,
        expires_at: new Date(now.getTime() + ttlDays * DAY_MS).toISOString(),
      }),
      operation_id: newId('credentialOperation'),
      created_by: createdBy,
      created_at: now.toISOString(),
      ...(!grants.includes('models.call') && { ready_at: now.toISOString() }),
      ...(predecessorId !== undefined && { predecessor_id: predecessorId }),
    });
    this.#texts.set(credentialId, token);
    const environment = { organizationId, workspaceId, ...leaf };
    this.#plane.tokens.set(token, { subjectId: serviceId, class: 'runtime', environment, grants });
    return { credential: this.#find(credentialId)!, token };
  }
}
