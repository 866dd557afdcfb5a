import type { FastifyRequest } from 'fastify';
import { canEnterWorkspace } from '../../../domain/tenancy/resolve.ts';
import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { notFound, type Refusal } from '../../../domain/kernel/errors.ts';
import { idPattern } from '../../../domain/kernel/id-prefixes.ts';
import { PATH_IDS, type PathId } from '../../../contracts/wire/path-ids.ts';
import type { ApiPorts } from '../../ports/ports.ts';
import type { RequestHook } from '../../frame/access/request-hook.ts';
import { type RequestSlot, requestSlot } from '../../frame/access/request-slot.ts';
import { requireSameOrigin } from '../../frame/access/require-same-origin.ts';
import { authenticate } from './authenticate.ts';
import { authenticateProducer, type Producer } from './authenticate-producer.ts';
import { findSessionUser, loadActingCaller } from './find-session-user.ts';

/** The key or the session of a request. */
interface RequestCredential {
  readonly credentialId: string;
  /** The user of the management plane whose session it is; absent for a key. */
  readonly userId?: string;
}

/** The caller and the node of a request, with which every hook begins. */
export interface CallerContext {
  readonly caller: RequestSlot<Caller>;
  /** The credential of the caller. */
  readonly credential: RequestSlot<RequestCredential>;
  readonly workspace: RequestSlot<WorkspaceTree>;
  /** The producer of traffic, for operations that need one. */
  readonly producer: RequestSlot<Producer>;
  /** Requires a known caller. */
  readonly requireCaller: RequestHook[];
  /** Requires a known caller whose organization is the one in the path. */
  readonly requireOrganization: RequestHook[];
  /** Requires a known producer whose environment is the one in the path. */
  readonly requireProducer: RequestHook[];
  /**
   * Attaches the workspace, if it exists for the caller.
   *
   * @throws Refusal `not_found`
   */
  readonly enter: (request: FastifyRequest, workspaceId: string) => Promise<WorkspaceTree>;
}

export function createCallerContext(ports: Pick<ApiPorts, 'credentials' | 'tenancy' | 'sessionUsers'>): CallerContext {
  const caller = requestSlot<Caller>('caller');
  const workspace = requestSlot<WorkspaceTree>('workspace');
  const credential = requestSlot<RequestCredential>('credential');
  const signedIn: RequestHook = async (request, reply) => {
    const user = await findSessionUser(ports, request);
    if (user !== undefined) {
      credential.set(request, { credentialId: user.sessionId, userId: user.userId });
      await request.server.countCredential(request, reply, user.sessionId);
      // Browsers send the cookie by themselves, and a GET request changes nothing.
      if (request.method !== 'GET') requireSameOrigin(request);
      caller.set(request, await loadActingCaller(ports, user));
      return;
    }
    const { credentialId, ...found } = await authenticate(ports, request.headers.authorization);
    caller.set(request, found.caller);
    credential.set(request, { credentialId });
    await request.server.countCredential(request, reply, credentialId);
  };
  const producer = requestSlot<Producer>('producer');
  const producing: RequestHook = async (request, reply) => {
    const found = await authenticateProducer(ports, request.headers.authorization);
    producer.set(request, found);
    credential.set(request, found);
    await request.server.countCredential(request, reply, found.credentialId);
  };
  const inEnvironment: RequestHook = (request) => {
    const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = producer.of(request).environment;
    const own = { org: organizationId, ws: workspaceId, app: applicationId, gw: gatewayId, env: environmentId };
    for (const [name, id] of Object.entries(own)) if (pathId(request, name as PathId) !== id) throw notFound();
    return Promise.resolve();
  };
  const inOrganization: RequestHook = (request) => {
    const organizationId = pathId(request, 'org');
    if (caller.of(request).organizationId !== organizationId) throw notFound();
    return Promise.resolve();
  };
  return {
    caller,
    credential,
    workspace,
    producer,
    requireCaller: [signedIn],
    requireOrganization: [signedIn, inOrganization],
    requireProducer: [producing, inEnvironment],
    async enter(request, workspaceId) {
      const tree = await ports.tenancy.loadTree(workspaceId);
      if (tree === undefined || !canEnterWorkspace(caller.of(request), tree)) throw notFound();
      workspace.set(request, tree);
      return tree;
    },
  };
}

/**
 * An id that the path names.
 *
 * @throws Refusal `not_found` for a text that cannot be an id of its kind
 */
export function pathId(request: FastifyRequest, name: PathId, missing: () => Refusal = notFound): string {
  const value = (request.params as Record<string, string | undefined>)[name] ?? '';
  if (!new RegExp(idPattern(PATH_IDS[name])).test(value)) throw missing();
  return value;
}
