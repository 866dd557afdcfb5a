import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type HTTPMethods, LogController } from 'fastify';
import type { Socket } from 'node:net';
import { CUSTOMER_OPERATIONS, type CustomerOperationName } from '../contracts/customer/operations.ts';
import { BODY_LIMITS } from './frame/transport/body-limits.ts';
import { createAccess } from './frame/access/access.ts';
import { answerClientError, answerConnect } from './frame/problems/client-errors.ts';
import { createPageCursors } from './frame/paging/page-cursor.ts';
import { audit } from './frame/plugins/audit.ts';
import { crossOrigin } from './frame/plugins/cross-origin.ts';
import { draining } from './frame/plugins/draining.ts';
import { jsonBody } from './frame/plugins/json-body.ts';
import { openapi } from './frame/plugins/openapi.ts';
import { otherMethods } from './frame/plugins/other-methods.ts';
import { problemHandler, refusalFrom, sendProblem } from './frame/plugins/problem-handler.ts';
import { rateLimits } from './frame/plugins/rate-limits.ts';
import { retryAfter } from './frame/plugins/retry-after.ts';
import { requestIds } from './frame/plugins/request-ids.ts';
import { requestTracing } from './frame/plugins/request-tracing.ts';
import { requestLine } from './frame/plugins/request-line.ts';
import { requestMetrics } from './frame/plugins/request-metrics.ts';
import { securityHeaders } from './frame/plugins/security-headers.ts';
import { validation } from './frame/plugins/validation.ts';
import type { ApiPorts } from './ports.ts';
import type { ApiApp, RouteContext } from './frame/route-context.ts';
import { registerOperation } from './frame/operations/register-operation.ts';
import { registerTraffic } from './frame/operations/register-traffic.ts';
import { createByteBudget } from './frame/transport/byte-budget.ts';
import { CUSTOMER_HANDLERS } from './customer/handlers.ts';
import { CUSTOMER_LANE } from './customer/lane.ts';
import { registerHealthz } from './health/register-healthz.ts';
import { registerReadyz } from './health/register-readyz.ts';
import { limitConnections } from './frame/transport/limit-connections.ts';
import { MAX_CONNECTIONS, TRANSPORT_LIMITS } from './frame/transport/transport-limits.ts';

/** What bodies of traffic may take in memory, all of them together; a process has 1 GiB where nothing else is said. */
const BYTES_IN_HAND = 268_435_456;

/** The API over its ports. It listens nowhere and reads no environment. */
export function createApp(ports: ApiPorts): ApiApp {
  const app = fastify({
    loggerInstance: ports.logger,
    genReqId: () => ports.newId('request'),
    requestIdHeader: false,
    logController: new LogController({ requestIdLogLabel: 'request_id' }),
    bodyLimit: BODY_LIMITS.bytes,
    ...TRANSPORT_LIMITS,
    trustProxy: ports.limits.trustedProxies.length > 0 && [...ports.limits.trustedProxies],
    clientErrorHandler: (error, socket) => answerClientError({ ...ports, lane: CUSTOMER_LANE }, error, socket),
    // What still comes over an open connection while we stop is answered like any other request.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) =>
      void sendProblem(refusalFrom(error, ports.isStoreUnavailable), request, reply),
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.server.maxConnections = MAX_CONNECTIONS;
  const { connectionsPerAddress: perAddress, trustedProxies } = ports.limits;
  limitConnections(app.server, { total: MAX_CONNECTIONS, perAddress, trustedProxies }, ports.logger);

  app.server.on('connect', (_request, socket: Socket) => answerConnect({ ...ports, lane: CUSTOMER_LANE }, socket));

  const access = createAccess(ports);
  const taken = new Map<string, HTTPMethods[]>();
  const context: RouteContext = {
    ports,
    access,
    cursors: createPageCursors(ports.installationKey),
  };

  if (ports.requestMetrics) void app.register(requestMetrics, { metrics: ports.requestMetrics });
  void app.register(draining, { isStopping: () => ports.isStopping?.() ?? false });
  void app.register(requestTracing);
  void app.register(requestIds);
  void app.register(securityHeaders);
  void app.register(retryAfter);
  const { allowedOrigins = [] } = ports;
  if (allowedOrigins.length > 0) void app.register(crossOrigin, { allowedOrigins });
  void app.register(validation);
  void app.register(problemHandler, { lane: CUSTOMER_LANE, isStoreUnavailable: ports.isStoreUnavailable });
  void app.register(rateLimits, ports.limits);
  void app.register(requestLine);
  void app.register(audit, { ...ports, access });
  void app.register(jsonBody);
  void app.register(openapi);
  void app.register((lane: ApiApp, _options, done) => {
    lane.addHook('onRoute', ({ url, method }) => {
      taken.set(url, [...(taken.get(url) ?? []), ...[method].flat()]);
    });
    registerHealthz(lane, context);
    registerReadyz(lane, context);
    const budget = createByteBudget(BYTES_IN_HAND);
    for (const name of Object.keys(CUSTOMER_OPERATIONS) as CustomerOperationName[]) {
      const handler = CUSTOMER_HANDLERS[name];
      if (handler.media === undefined) registerOperation(lane, context, handler);
      else registerTraffic(lane, context, handler, budget);
    }
    done();
  });
  void app.register(otherMethods, { taken });
  return app;
}
