import { listeningFault } from '../runtime/addresses/listening-fault.ts';
import { faultText } from '../runtime/fault-text.ts';
import { handleShutdown } from '../runtime/process/shutdown.ts';
import { serveMetrics } from '../runtime/telemetry/serve-metrics.ts';
import { ACCEPT_BACKLOG } from '../transport/connection-times.ts';
import { followConfigurationFile } from './composition/process/follow-configuration-file.ts';
import { openGateway, type OpenGateway } from './composition/process/open-gateway.ts';
import { openProcess, type OpenProcess } from './composition/process/open-process.ts';
import { openReadingThreads, type ReadingThreads } from './composition/process/open-reading-threads.ts';

/** Milliseconds between checks of the configuration file. A change takes effect at the second check. */
const FILE_MS = 2_000;

/** Serves the data plane until the process is asked to end. */
async function serve(): Promise<void> {
  const opened = await openProcess();
  const threads = openReadingThreads(import.meta.filename);
  const gateway = await openGateway(opened, threads);
  follow(opened, gateway);
  const stopMetrics = await serveMetrics(opened.settings, gateway.metrics.shown);
  await listen(opened, gateway);
  endWith(opened, gateway, { threads, stopMetrics });
}

/** Switches later calls to the configuration file after each change. */
function follow({ location, fingerprint, clock, logger: log }: OpenProcess, gateway: OpenGateway): void {
  const { composing, inForce, plane, description, work } = gateway;
  const metrics = gateway.metrics.reloadMetrics;
  const followed = followConfigurationFile({
    ...{ location, fingerprint, composing, inForce, plane, description, clock, metrics, log },
  });
  work.start('looking at the configuration file', () => followed.look(), FILE_MS);
}

async function listen({ settings, logger }: OpenProcess, { plane, inForce }: OpenGateway): Promise<void> {
  const { proxyHost: host, proxyPort: port } = settings;
  const { server } = plane;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(listeningFault(error, { what: 'The gateway', host, port, setting: 'TRUETALLY_PROXY_PORT' })),
    );
    server.listen({ host, port, backlog: ACCEPT_BACKLOG }, () => resolve());
  });
  logger.info({ host, port, providers: inForce.now.upstreams.map(({ name }) => name) }, 'the gateway listens');
}

interface Served {
  readonly threads: ReadingThreads;
  readonly stopMetrics: () => Promise<void>;
}

/** Stops everything in order when the process receives a signal. */
function endWith(
  { settings, logger, pool }: OpenProcess,
  { plane, inForce, journal, work }: OpenGateway,
  { threads, stopMetrics }: Served,
): void {
  handleShutdown({ ...settings, isReloaded: true }, logger, async ({ failed }) => {
    const { drainDelaySeconds, drainSeconds } = settings;
    const delayMs = failed ? 0 : drainDelaySeconds * 1_000;
    const isWhole = await plane.drain({ delayMs, drainMs: drainSeconds * 1_000 });
    await work.stop();
    await Promise.all([inForce.close(), threads.close()]);
    await journal.close();
    await Promise.all([stopMetrics(), journal.stopTracing()]);
    // After an incomplete drain, a worker ends the calls that this process left open.
    if (isWhole) await journal.leave().catch(() => undefined);
    await pool.end();
    return isWhole;
  });
}

serve().catch((error: unknown) => {
  process.stderr.write(`truetally: ${faultText(error)}\n`);
  process.exit(1);
});
