import type pg from 'pg';
import type { BuildVersion } from '../../domain/installation/build-version.ts';
import type { GatewayProcessState } from '../../domain/installation/gateway-process-states.ts';
import type { RunningConfiguration } from '../../domain/installation/running-configuration.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { SILENT_AFTER_SECONDS } from '../../domain/kernel/components.ts';
import type { PageKey } from '../postgres/page-key.ts';

/** The statement of a process of the gateway about itself. */
export interface GatewayProcessDescription {
  readonly processId: string;
  readonly hostName: string;
  readonly build: BuildVersion;
  readonly configuration: RunningConfiguration;
}

/** A process of the gateway. A member that the process did not state is null. */
export interface GatewayProcess {
  readonly processId: string;
  readonly state: GatewayProcessState;
  readonly hostName: string | null;
  readonly version: string | null;
  readonly buildCommit: string | null;
  /** Null also for a process without a configuration file. */
  readonly configurationDigest: string | null;
  readonly configurationLoadedAt: Date | null;
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly endedAt: Date | null;
  readonly decommissionedAt: Date | null;
}

/** The configuration file of a process. Its members are null if the process has no file, or stated none. */
export interface ProcessConfiguration {
  readonly digest: string | null;
  readonly content: string | null;
  readonly redactions: number | null;
  readonly loadedAt: Date | null;
}

/** The processes of the gateway with their builds and configurations, for people. */
export interface GatewayFleetStore {
  /** Stores the statement of a process, and the text of its configuration file, each text once. */
  describe(process: GatewayProcessDescription): Promise<void>;
  /**
   * The processes in a state, the last started first, at most `limit`; without a state, all except decommissioned ones.
   */
  list(page: {
    readonly state: GatewayProcessState | undefined;
    readonly after: PageKey | undefined;
    readonly limit: number;
  }): Promise<GatewayProcess[]>;
  /** The configuration of a process; undefined if there is no such process. */
  configurationOf(processId: string): Promise<ProcessConfiguration | undefined>;
  /**
   * Marks a process that ended, or has been silent for a minute, as gone. A repetition changes nothing.
   * @returns the process; `alive` if it still sends heartbeats; undefined if there is no such process
   */
  decommission(processId: string): Promise<GatewayProcess | 'alive' | undefined>;
}

/** The processes, with the state that follows from their last heartbeat. The first value is the start of silence. */
const PROCESSES = `SELECT process_id AS "processId",
    CASE WHEN decommissioned_at IS NOT NULL THEN 'decommissioned' WHEN ended_at IS NOT NULL THEN 'ended'
      WHEN seen_at > $1 THEN 'live' ELSE 'silent' END AS state,
    host_name AS "hostName", build_version AS version, build_commit AS "buildCommit",
    configuration_digest AS "configurationDigest", configuration_loaded_at AS "configurationLoadedAt",
    started_at AS "startedAt", seen_at AS "seenAt", ended_at AS "endedAt", decommissioned_at AS "decommissionedAt"
  FROM gateway_processes`;

export function createGatewayFleetStore(pool: pg.Pool, clock: Clock): GatewayFleetStore {
  const silentSince = (): Date => new Date(clock.now().getTime() - SILENT_AFTER_SECONDS * 1_000);
  return {
    async describe({ processId, hostName, build, configuration: { file, loadedAt } }) {
      const now = clock.now();
      // The time of storing protects the text from its removal until the process names it.
      if (file !== undefined)
        await pool.query(
          `INSERT INTO gateway_configurations AS known (digest, content, redactions, stored_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (digest) DO UPDATE SET stored_at = excluded.stored_at,
             content = CASE WHEN excluded.redactions > known.redactions THEN excluded.content ELSE known.content END,
             redactions = greatest(excluded.redactions, known.redactions)`,
          [file.digest, file.text, file.redactions, now],
        );
      await pool.query(
        `INSERT INTO gateway_processes (process_id, started_at, seen_at, host_name, build_version, build_commit,
           configuration_digest, configuration_loaded_at)
         VALUES ($1, $2, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (process_id) DO UPDATE SET host_name = excluded.host_name, build_version = excluded.build_version,
           build_commit = excluded.build_commit, configuration_digest = excluded.configuration_digest,
           configuration_loaded_at = excluded.configuration_loaded_at`,
        [processId, now, hostName, build.version, build.commit, file?.digest ?? null, loadedAt],
      );
    },

    async list({ state, after, limit }) {
      const { rows } = await pool.query<GatewayProcess>(
        `SELECT * FROM (${PROCESSES}) AS fleet
         WHERE CASE WHEN $2::text IS NULL THEN state <> 'decommissioned' ELSE state = $2 END
           AND ("startedAt", "processId") < ($3, $4)
         ORDER BY "startedAt" DESC, "processId" DESC LIMIT $5`,
        [silentSince(), state ?? null, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows;
    },

    async configurationOf(processId) {
      const { rows } = await pool.query<ProcessConfiguration>(
        `SELECT configuration_digest AS digest, content, redactions, configuration_loaded_at AS "loadedAt"
         FROM gateway_processes LEFT JOIN gateway_configurations ON digest = configuration_digest
         WHERE process_id = $1`,
        [processId],
      );
      return rows[0];
    },

    async decommission(processId) {
      const since = silentSince();
      const { rowCount } = await pool.query(
        `UPDATE gateway_processes SET decommissioned_at = coalesce(decommissioned_at, $2)
         WHERE process_id = $1 AND (ended_at IS NOT NULL OR seen_at <= $3)`,
        [processId, clock.now(), since],
      );
      const { rows } = await pool.query<GatewayProcess>(`${PROCESSES} WHERE process_id = $2`, [since, processId]);
      return rowCount === 0 && rows[0] !== undefined ? 'alive' : rows[0];
    },
  };
}
