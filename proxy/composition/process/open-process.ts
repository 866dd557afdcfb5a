import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { ConfigurationFile } from '../../../contracts/management/configuration-file.ts';
import type { RunningConfiguration } from '../../../domain/installation/running-configuration.ts';
import { readConfiguration, type Configuration } from '../../../runtime/configuration/configuration.ts';
import { createRunningConfiguration } from '../../../runtime/configuration/create-running-configuration.ts';
import { fingerprintFile } from '../../../runtime/configuration/fingerprint-file.ts';
import { loadConfigurationFile } from '../../../runtime/configuration/load-configuration-file.ts';
import { answerProbes } from '../../../runtime/process/answer-probes.ts';
import { StartupFault } from '../../../runtime/startup-fault.ts';
import { openProcessLog, type OpenProcessLog } from '../../../runtime/telemetry/open-process-log.ts';
import { createServiceKeyStore } from '../../../store/gateway/service-key-store.ts';
import { createVirtualKeyStore } from '../../../store/gateway/virtual-key-store.ts';
import { createPool } from '../../../store/postgres/pool.ts';
import { parseTokenLocator } from '../../../store/tenancy/credential-token.ts';
import { createGatewayKeys, type GatewayKeys } from '../../keys/gateway-keys.ts';
import { createKeyRing, type KeyRing } from '../../keys/key-ring.ts';

/**
 * The longest wait for an answer of Postgres, in milliseconds. Without it, no read of the keys would follow one that
 * hangs.
 */
const ANSWER_MS = 5_000;

/** Everything that a gateway process opens before it serves calls. */
export interface OpenProcess extends OpenProcessLog {
  readonly settings: Configuration;
  readonly databaseUrl: string;
  /** Undefined if the process has no configuration file. */
  readonly location: Parameters<typeof loadConfigurationFile>[0];
  /** The fingerprint of the file when it was read. */
  readonly fingerprint: string;
  readonly file: ConfigurationFile;
  /** The text of the file, without secrets. */
  readonly running: RunningConfiguration;
  readonly clock: Clock;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  readonly pool: pg.Pool;
  readonly answerMs: number;
  readonly keys: KeyRing;
  /** The source of the keys, to which the process confirms what it holds. */
  readonly keySource: GatewayKeys;
}

/**
 * Opens the settings, the configuration file, the log, Postgres and the keys of a gateway process, in this order.
 * @throws StartupFault if a setting or the file is invalid; the errors of Postgres
 */
export async function openProcess(): Promise<OpenProcess> {
  const settings = readConfiguration(process.env, 'proxy');
  const { databaseUrl, configurationFile: location } = settings;
  if (databaseUrl === undefined)
    throw new StartupFault('The gateway needs TRUETALLY_DATABASE_URL. Set it to the URL of Postgres.');
  const fingerprint = await fingerprintFile(location);
  const loaded = loadConfigurationFile(location);
  const { file, warnings } = loaded;
  const opened = openProcessLog('proxy', settings);
  for (const warning of warnings) opened.logger.warn(warning);
  answerProbes();
  const clock: Clock = { now: () => new Date() };
  const running = createRunningConfiguration(loaded, process.env, clock.now());
  const monotonicMs = (): number => performance.now();
  const pool = createPool(databaseUrl, { answerMs: ANSWER_MS });
  const keySource = createGatewayKeys({
    virtual: createVirtualKeyStore(pool, clock),
    services: createServiceKeyStore(pool, clock),
  });
  const keys = createKeyRing({
    keys: keySource,
    clock,
    monotonicMs,
    locatorOf: parseTokenLocator,
  });
  await keys.refresh();
  return {
    ...opened,
    settings,
    databaseUrl,
    location,
    fingerprint,
    file,
    running,
    clock,
    monotonicMs,
    pool,
    answerMs: ANSWER_MS,
    keys,
    keySource,
  };
}
