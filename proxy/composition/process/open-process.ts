import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { ConfigurationFile } from '../../../contracts/management/configuration-file.ts';
import { readConfiguration, type Configuration } from '../../../runtime/configuration/configuration.ts';
import { fingerprintFile } from '../../../runtime/configuration/fingerprint-file.ts';
import { loadConfigurationFile } from '../../../runtime/configuration/load-configuration-file.ts';
import { answerProbes } from '../../../runtime/process/answer-probes.ts';
import { StartupFault } from '../../../runtime/startup-fault.ts';
import { openProcessLog, type OpenProcessLog } from '../../../runtime/telemetry/open-process-log.ts';
import { createVirtualKeyStore } from '../../../store/gateway/virtual-key-store.ts';
import { createPool } from '../../../store/postgres/pool.ts';
import { locatorOf } from '../../../store/tenancy/credential-token.ts';
import { createKeyRing, type KeyRing } from '../../keys/key-ring.ts';

/** The longest that Postgres may take for an answer, so that a look at the keys that hangs is not the last. */
const ANSWER_MS = 5_000;

/** Everything that a gateway process has before it serves anything. */
export interface OpenProcess extends OpenProcessLog {
  readonly settings: Configuration;
  readonly databaseUrl: string;
  /** Undefined where the process has no configuration file. */
  readonly location: Parameters<typeof loadConfigurationFile>[0];
  /** The fingerprint of the file as it was read. */
  readonly fingerprint: string;
  readonly file: ConfigurationFile;
  readonly clock: Clock;
  /** Milliseconds that only go on. */
  readonly monotonicMs: () => number;
  readonly pool: pg.Pool;
  readonly answerMs: number;
  readonly keys: KeyRing;
}

/**
 * Opens the settings, the configuration file, the log, Postgres and the keys of a gateway process, in this order.
 * @throws StartupFault where a setting or the file is invalid, and the errors of Postgres
 */
export async function openProcess(): Promise<OpenProcess> {
  const settings = readConfiguration(process.env, 'proxy');
  const { databaseUrl, configurationFile: location } = settings;
  if (databaseUrl === undefined)
    throw new StartupFault('The gateway needs TRUETALLY_DATABASE_URL. Set it to the URL of Postgres.');
  const fingerprint = await fingerprintFile(location);
  const { file, warnings } = loadConfigurationFile(location);
  const opened = openProcessLog('proxy', settings);
  for (const warning of warnings) opened.logger.warn(warning);
  answerProbes();
  const clock: Clock = { now: () => new Date() };
  const monotonicMs = (): number => performance.now();
  const pool = createPool(databaseUrl, { answerMs: ANSWER_MS });
  const keys = createKeyRing({ keys: createVirtualKeyStore(pool, clock), clock, monotonicMs, locatorOf });
  await keys.refresh();
  return {
    ...opened,
    settings,
    databaseUrl,
    location,
    fingerprint,
    file,
    clock,
    monotonicMs,
    pool,
    answerMs: ANSWER_MS,
    keys,
  };
}
