import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type HTTPMethods, LogController } from 'fastify';
import { BODY_LIMITS } from '../contracts/wire/body-limits.ts';
import type { Socket } from 'node:net';
import { createAccess } from './access.ts';
import { answerClientError, answerConnect } from './client-errors.ts';
import { createPageCursors } from './page-cursor.ts';
import { audit } from './plugins/audit.ts';
import { crossOrigin } from './plugins/cross-origin.ts';
import { draining } from './plugins/draining.ts';
import { jsonBody } from './plugins/json-body.ts';
import { openapi } from './plugins/openapi.ts';
import { otherMethods } from './plugins/other-methods.ts';
import { problemHandler, refusalFrom, sendProblem } from './plugins/problem-handler.ts';
import { rateLimits } from './plugins/rate-limits.ts';
import { retryAfter } from './plugins/retry-after.ts';
import { requestIds } from './plugins/request-ids.ts';
import { requestTracing } from './plugins/request-tracing.ts';
import { requestLine } from './plugins/request-line.ts';
import { requestMetrics } from './plugins/request-metrics.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import { validation } from './plugins/validation.ts';
import type { ApiPorts } from './ports.ts';
import type { ApiApp, RouteContext } from './route-context.ts';
import { registerHealthz } from './routes/health/healthz.ts';
import { registerReadyz } from './routes/health/readyz.ts';
import { registerInsightsCatalog } from './routes/insights/catalog.ts';
import { registerInsightsQuery } from './routes/insights/query.ts';
import { registerInsightsReceipt } from './routes/insights/receipt.ts';
import { registerReportsCreate } from './routes/reports/create.ts';
import { registerReportsDelete } from './routes/reports/delete.ts';
import { registerReportsGet } from './routes/reports/get.ts';
import { registerReportsList } from './routes/reports/list.ts';
import { registerReportsUpdate } from './routes/reports/update.ts';
import { registerReportInboxList } from './routes/report-inbox/list.ts';
import { registerReportInboxOpen } from './routes/report-inbox/open.ts';
import { registerReportSchedulesCreate } from './routes/report-schedules/create.ts';
import { registerReportSchedulesDelete } from './routes/report-schedules/delete.ts';
import { registerReportSchedulesGet } from './routes/report-schedules/get.ts';
import { registerReportSchedulesList } from './routes/report-schedules/list.ts';
import { registerReportSchedulesOccurrences } from './routes/report-schedules/occurrences.ts';
import { registerReportSchedulesPreview } from './routes/report-schedules/preview.ts';
import { registerReportSchedulesRerun } from './routes/report-schedules/rerun.ts';
import { registerReportSchedulesUpdate } from './routes/report-schedules/update.ts';
import { registerRunsCancel } from './routes/runs/cancel.ts';
import { registerRunsCreate } from './routes/runs/create.ts';
import { registerRunsExport } from './routes/runs/export.ts';
import { registerRunsExportCsv } from './routes/runs/export-csv.ts';
import { registerRunsGet } from './routes/runs/get.ts';
import { registerRunsList } from './routes/runs/list.ts';
import { registerSavedViewsCreate } from './routes/saved-views/create.ts';
import { registerSavedViewsDelete } from './routes/saved-views/delete.ts';
import { registerSavedViewsGet } from './routes/saved-views/get.ts';
import { registerSavedViewsList } from './routes/saved-views/list.ts';
import { registerSavedViewsOpen } from './routes/saved-views/open.ts';
import { registerSavedViewsUpdate } from './routes/saved-views/update.ts';
import { limitConnections } from './transport/limit-connections.ts';
import { registerApplicationsList } from './routes/tenancy/applications.ts';
import { registerEnvironmentsList } from './routes/tenancy/environments.ts';
import { registerGatewaysList } from './routes/tenancy/gateways.ts';
import { registerMeGet } from './routes/tenancy/me.ts';
import { registerWorkspacesList } from './routes/tenancy/workspaces.ts';
import { MAX_CONNECTIONS, TRANSPORT_LIMITS } from './transport-limits.ts';

const ROUTES: readonly ((app: ApiApp, context: RouteContext) => void)[] = [
  registerHealthz,
  registerReadyz,
  registerMeGet,
  registerWorkspacesList,
  registerApplicationsList,
  registerGatewaysList,
  registerEnvironmentsList,
  registerInsightsQuery,
  registerInsightsCatalog,
  registerInsightsReceipt,
  registerSavedViewsCreate,
  registerSavedViewsGet,
  registerSavedViewsList,
  registerSavedViewsOpen,
  registerSavedViewsUpdate,
  registerSavedViewsDelete,
  registerReportsCreate,
  registerReportsGet,
  registerReportsList,
  registerReportsUpdate,
  registerReportsDelete,
  registerRunsCreate,
  registerRunsList,
  registerRunsGet,
  registerRunsExport,
  registerRunsExportCsv,
  registerRunsCancel,
  registerReportSchedulesPreview,
  registerReportSchedulesList,
  registerReportSchedulesCreate,
  registerReportSchedulesGet,
  registerReportSchedulesUpdate,
  registerReportSchedulesDelete,
  registerReportSchedulesOccurrences,
  registerReportSchedulesRerun,
  registerReportInboxList,
  registerReportInboxOpen,
];

/** The API over its ports. It listens nowhere and reads no environment. */
export function buildApp(ports: ApiPorts): ApiApp {
  const app = fastify({
    loggerInstance: ports.logger,
    genReqId: () => ports.newId('request'),
    requestIdHeader: false,
    logController: new LogController({ requestIdLogLabel: 'request_id' }),
    bodyLimit: BODY_LIMITS.bytes,
    ...TRANSPORT_LIMITS,
    trustProxy: ports.limits.trustedProxies.length > 0 && [...ports.limits.trustedProxies],
    clientErrorHandler: (error, socket) => answerClientError(ports, error, socket),
    // What still comes over an open connection while we stop is answered like any other request.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) =>
      void sendProblem(refusalFrom(error, ports.isStoreUnavailable), request, reply),
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.server.maxConnections = MAX_CONNECTIONS;
  const { connectionsPerAddress: perAddress, trustedProxies } = ports.limits;
  limitConnections(app.server, { total: MAX_CONNECTIONS, perAddress, trustedProxies }, ports.logger);

  app.server.on('connect', (_request, socket: Socket) => answerConnect(ports, socket));

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
  void app.register(problemHandler, { isStoreUnavailable: ports.isStoreUnavailable });
  void app.register(rateLimits, ports.limits);
  void app.register(requestLine);
  void app.register(audit, { ...ports, access });
  void app.register(jsonBody);
  void app.register(openapi);
  void app.register((lane: ApiApp, _options, done) => {
    lane.addHook('onRoute', ({ url, method }) => {
      taken.set(url, [...(taken.get(url) ?? []), ...[method].flat()]);
    });
    for (const register of ROUTES) register(lane, context);
    done();
  });
  void app.register(otherMethods, { taken });
  return app;
}
