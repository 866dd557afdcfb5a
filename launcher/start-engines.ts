import { join } from 'node:path';
import type { Configuration } from '../runtime/configuration/configuration.ts';
import { codecUrl } from '../runtime/payloads/codec-url.ts';
import { startClickHouse } from './engines/start-clickhouse.ts';
import type { EmbeddedEngine } from './engines/embedded-engine.ts';
import { startPostgres } from './engines/start-postgres.ts';
import { ensureTemporalBinary } from './engines/temporal-binaries.ts';
import { startUiFront } from './engines/start-ui-front.ts';
import { startTemporal } from './engines/start-temporal.ts';
import { reportWhileWaiting } from './processes/report-while-waiting.ts';
import { supervise, type Supervision } from './processes/supervise.ts';

/** The addresses of the three engines, embedded or not. */
export interface EngineUrls {
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  readonly temporalAddress: string;
  /** The URL of the UI; undefined if Temporal is external and the configuration does not name its UI. */
  readonly temporalUiUrl: string | undefined;
}

/**
 * Starts and supervises every engine for which the configuration has no URL, and adds each to `running` when it is up.
 * @throws StartupFault of the first engine that cannot start, after the others have settled
 */
export async function startEngines(
  configuration: Configuration,
  running: Supervision[],
  report: (line: string) => void,
): Promise<EngineUrls> {
  const folder = configuration.dataFolder;
  let uiOrigin: string | undefined;
  if (configuration.temporalAddress === undefined) {
    const { temporalUiPort: port, publicUiUrl: publicUrl, temporalNamespace: namespace } = configuration;
    running.push(await startUiFront({ port, publicUrl, namespace, upstream: () => uiOrigin }));
  }
  const run = async (
    name: string,
    given: string | undefined,
    start: () => Promise<EmbeddedEngine>,
  ): Promise<string> => {
    if (given !== undefined) return given;
    const engine = await reportWhileWaiting(name, supervise(name, start, report), report);
    running.push(engine);
    report(engine.first.adopted ? `${name} was already running` : `${name} is up`);
    return engine.first.url;
  };
  const starts = [
    run('Postgres', configuration.databaseUrl, () =>
      startPostgres({ folder: join(folder, 'postgres'), port: configuration.postgresPort, report }),
    ),
    run('ClickHouse', configuration.clickhouseUrl, () =>
      startClickHouse({ folder: join(folder, 'clickhouse'), port: configuration.clickhousePort, report }),
    ),
    run('Temporal', configuration.temporalAddress, async () => {
      const temporal = await startTemporal({
        binary: await ensureTemporalBinary('temporal', report),
        folder: join(folder, 'temporal'),
        port: configuration.temporalPort,
        codecUrl: codecUrl(configuration),
        report,
      });
      uiOrigin = temporal.uiOrigin;
      return temporal;
    }),
  ] as const;
  await Promise.allSettled(starts);
  const [databaseUrl, clickhouseUrl, temporalAddress] = await Promise.all(starts);
  const embeddedUi =
    configuration.temporalAddress === undefined ? `http://127.0.0.1:${configuration.temporalUiPort}` : undefined;
  return { databaseUrl, clickhouseUrl, temporalAddress, temporalUiUrl: configuration.publicUiUrl ?? embeddedUi };
}
