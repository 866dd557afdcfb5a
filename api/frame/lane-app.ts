import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyRequest, type HTTPMethods, LogController } from 'fastify';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { AuditEntry } from '../../domain/installation/audit.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import { limitConnections } from '../../transport/limit-connections.ts';
import { SlowTransfers } from '../../transport/slow-transfers.ts';
import type { FramePorts } from '../ports/frame-ports.ts';
import type { Lane } from './lane/lane.ts';
import { admissionPlugin } from './plugins/admission-plugin.ts';
import { auditPlugin } from './plugins/audit-plugin.ts';
import { crossOriginPlugin } from './plugins/cross-origin-plugin.ts';
import { deprecationsPlugin } from './plugins/deprecations-plugin.ts';
import { drainingPlugin } from './plugins/draining-plugin.ts';
import { epochPlugin } from './plugins/epoch-plugin.ts';
import { jsonBodyPlugin } from './plugins/json-body-plugin.ts';
import { type LaneDescription, openapiPlugin } from './plugins/openapi-plugin.ts';
import { otherMethodsPlugin } from './plugins/other-methods-plugin.ts';
import { problemHandlerPlugin, refusalFrom, sendProblem } from './plugins/problem-handler.ts';
import { rateLimitsPlugin } from './plugins/rate-limits-plugin.ts';
import { requestIdsPlugin } from './plugins/request-ids-plugin.ts';
import { requestLinePlugin } from './plugins/request-line-plugin.ts';
import { requestMetricsPlugin } from './plugins/request-metrics-plugin.ts';
import { requestTracingPlugin } from './plugins/request-tracing-plugin.ts';
import { retryAfterPlugin } from './plugins/retry-after-plugin.ts';
import { securityHeadersPlugin } from './plugins/security-headers-plugin.ts';
import { validationPlugin } from './plugins/validation-plugin.ts';
import { answerClientError, refuseConnect } from './problems/client-errors.ts';
import type { ApiApp } from './api-app.ts';
import { BODY_LIMITS } from './transport/body-limits.ts';
import { createLaneServer, type NeighbourLane } from './transport/create-lane-server.ts';
import { MAX_CONNECTIONS, TRANSPORT_LIMITS } from './transport/transport-limits.ts';

export interface LaneParts {
  readonly lane: Lane;
  readonly description: LaneDescription;
  /** The known caller and node, which the audit records with the operation. */
  readonly callerOf: (
    request: FastifyRequest,
  ) => Pick<AuditEntry, 'subjectId' | 'userId' | 'organizationId' | 'workspaceId' | 'credentialId'>;
  /** Registers the routes of the lane. */
  readonly register: (app: ApiApp) => void;
  /** The application of another lane that shares the origin of this one; absent without one. */
  readonly neighbour?: { readonly path: string; readonly app: ApiApp };
}

/** Creates the application of one lane. It does not listen and reads no environment variables. */
export function createLaneApp(
  ports: FramePorts,
  { lane, description, callerOf, register, neighbour }: LaneParts,
): ApiApp {
  const app = fastify({
    loggerInstance: ports.logger,
    genReqId: () => ports.newId('request'),
    requestIdHeader: false,
    logController: new LogController({ requestIdLogLabel: 'request_id' }),
    bodyLimit: BODY_LIMITS.bytes,
    ...TRANSPORT_LIMITS,
    ...(neighbour && { serverFactory: (own: RequestListener) => createLaneServer(own, neighbourOf(neighbour)) }),
    trustProxy: ports.limits.trustedProxies.length > 0 && [...ports.limits.trustedProxies],
    clientErrorHandler: (error, socket) => answerClientError({ ...ports, lane }, error, socket),
    // Requests that arrive over an open connection while the process stops are answered like all others.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) =>
      void sendProblem(refusalFrom(error, ports.isStoreUnavailable), request, reply),
  }).withTypeProvider<TypeBoxTypeProvider>();

  if (neighbour !== undefined) {
    const { app: other } = neighbour;
    app.addHook('onReady', async () => {
      await other.ready();
    });
    app.addHook('onClose', () => other.close());
  }

  const { connectionsPerAddress: perAddress, trustedProxies } = ports.limits;
  limitConnections(
    app.server,
    { total: MAX_CONNECTIONS, perAddress, trustedProxies },
    { log: ports.logger, closed: ports.connectionClosed },
  );
  new SlowTransfers(app.server, ports.monotonicMs ?? (() => performance.now())).start();

  app.server.on('connect', (_request, socket: Socket) => refuseConnect({ ...ports, lane }, socket));

  const taken = new Map<string, HTTPMethods[]>();
  if (ports.requestMetrics) void app.register(requestMetricsPlugin, { metrics: ports.requestMetrics });
  void app.register(drainingPlugin, { isStopping: () => ports.isStopping?.() ?? false });
  void app.register(requestTracingPlugin);
  void app.register(requestIdsPlugin);
  void app.register(deprecationsPlugin);
  void app.register(securityHeadersPlugin);
  void app.register(retryAfterPlugin);
  const { allowedOrigins = [] } = ports;
  if (allowedOrigins.length > 0) void app.register(crossOriginPlugin, { allowedOrigins });
  void app.register(validationPlugin);
  void app.register(problemHandlerPlugin, { lane, isStoreUnavailable: ports.isStoreUnavailable });
  void app.register(rateLimitsPlugin, ports.limits);
  void app.register(requestLinePlugin);
  void app.register(epochPlugin);
  void app.register(admissionPlugin);
  void app.register(auditPlugin, { ...ports, callerOf });
  void app.register(jsonBodyPlugin);
  void app.register(openapiPlugin, { ...description, productVersion: ports.build.version });
  // A wrong declaration rejects this promise, which keeps the application from becoming ready. Nothing would catch a
  // plain throw.
  void app.register(
    (scope: ApiApp) =>
      new Promise<void>((resolve) => {
        const names = new Set<string>();
        scope.addHook('onRoute', ({ url, method, schema }) => {
          taken.set(url, [...(taken.get(url) ?? []), ...[method].flat()]);
          requireOwnName(names, schema?.operationId);
        });
        register(scope);
        resolve();
      }),
  );
  void app.register(otherMethodsPlugin, { taken });
  return app;
}

/**
 * Checks that the name of an operation is unique, because clients identify operations by their names.
 * @throws DefectError for a name that is already in use
 */
function requireOwnName(names: Set<string>, name: string | undefined): void {
  if (name === undefined) return;
  if (names.has(name)) throw new DefectError(`Two operations are named ${name}.`);
  names.add(name);
}

function neighbourOf({ path, app }: NonNullable<LaneParts['neighbour']>): NeighbourLane {
  return { path, answer: (request, response) => app.routing(request, response) };
}
