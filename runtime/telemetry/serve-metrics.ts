import { createServer, type ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import { listeningFault } from '../addresses/listening-fault.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { ProcessMetrics } from './metrics.ts';

/** Milliseconds after which a connection without a request is closed; a scrape is one short request. */
const REQUEST_MS = 10_000;

/** Serves the metrics of this process if the configuration names a port. Resolves with a function that stops it. */
export async function serveMetrics(
  { metricsHost: host, metricsPort: port }: Pick<Configuration, 'metricsHost' | 'metricsPort'>,
  metrics: Pick<ProcessMetrics, 'scrape' | 'close'> | undefined,
): Promise<() => Promise<void>> {
  if (metrics === undefined || port === undefined) return () => Promise.resolve();
  const close = await listenForScrapes({ host, port }, metrics.scrape);
  return async () => {
    await close();
    await metrics.close();
  };
}

/**
 * Serves only `/metrics`, at a separate address that customers do not reach. Resolves when it listens, with a function
 * that closes it.
 * @throws StartupFault if the port is not available
 */
async function listenForScrapes(
  { host, port }: { readonly host: string; readonly port: number },
  scrape: () => Promise<string>,
): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      answer(response, 404, 'The metrics are at /metrics.\n');
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      answer(response.setHeader('allow', 'GET, HEAD'), 405, 'Metrics are only read.\n');
    } else {
      scrape().then(
        (text) => answer(response, 200, text, Registry.PROMETHEUS_CONTENT_TYPE),
        () => answer(response, 500, 'The metrics cannot be read.\n'),
      );
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(listeningFault(error, { what: 'Metrics', host, port, setting: 'TRUETALLY_METRICS_PORT' })),
    );
    server.listen({ host, port }, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

function answer(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text);
}
