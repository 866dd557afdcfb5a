import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type HTTPMethods, LogController } from 'fastify';
import { BODY_LIMITS } from './frame/transport/body-limits.ts';
import type { Socket } from 'node:net';
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
import { registerHealthz } from './health/healthz.ts';
import { registerReadyz } from './health/readyz.ts';
import { registerInsightsCatalog } from './customer/insights/catalog.ts';
import { registerInsightsQuery } from './customer/insights/query.ts';
import { registerInsightsReceipt } from './customer/insights/receipt.ts';
import { registerReportsCreate } from './customer/reports/create.ts';
import { registerReportsDelete } from './customer/reports/delete.ts';
import { registerReportsGet } from './customer/reports/get.ts';
import { registerReportsList } from './customer/reports/list.ts';
import { registerReportsUpdate } from './customer/reports/update.ts';
import { registerReportInboxList } from './customer/report-inbox/list.ts';
import { registerReportInboxOpen } from './customer/report-inbox/open.ts';
import { registerReportSchedulesCreate } from './customer/report-schedules/create.ts';
import { registerReportSchedulesDelete } from './customer/report-schedules/delete.ts';
import { registerReportSchedulesGet } from './customer/report-schedules/get.ts';
import { registerReportSchedulesList } from './customer/report-schedules/list.ts';
import { registerReportSchedulesOccurrences } from './customer/report-schedules/occurrences.ts';
import { registerReportSchedulesPreview } from './customer/report-schedules/preview.ts';
import { registerReportSchedulesRerun } from './customer/report-schedules/rerun.ts';
import { registerReportSchedulesUpdate } from './customer/report-schedules/update.ts';
import { registerRunsCancel } from './customer/runs/cancel.ts';
import { registerRunsCreate } from './customer/runs/create.ts';
import { registerRunsExport } from './customer/runs/export.ts';
import { registerRunsExportCsv } from './customer/runs/export-csv.ts';
import { registerRunsGet } from './customer/runs/get.ts';
import { registerRunsList } from './customer/runs/list.ts';
import { registerSavedViewsCreate } from './customer/saved-views/create.ts';
import { registerSavedViewsDelete } from './customer/saved-views/delete.ts';
import { registerSavedViewsGet } from './customer/saved-views/get.ts';
import { registerSavedViewsList } from './customer/saved-views/list.ts';
import { registerSavedViewsOpen } from './customer/saved-views/open.ts';
import { registerSavedViewsUpdate } from './customer/saved-views/update.ts';
import { limitConnections } from './frame/transport/limit-connections.ts';
import { registerApplicationsList } from './customer/tenancy/applications.ts';
import { registerEnvironmentsList } from './customer/tenancy/environments.ts';
import { registerGatewaysList } from './customer/tenancy/gateways.ts';
import { registerMeGet } from './customer/tenancy/me.ts';
import { registerWorkspacesList } from './customer/tenancy/workspaces.ts';
import { MAX_CONNECTIONS, TRANSPORT_LIMITS } from './frame/transport/transport-limits.ts';

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
