import type pg from 'pg';
import { Refusal } from '../../domain/kernel/errors.ts';

/** The settings of one environment. */
export interface EnvironmentSettings {
  readonly environmentId: string;
  /** True if costs that senders of its traffic state are counted. */
  readonly takesStatedCosts: boolean;
}

export interface EnvironmentSettingsStore {
  /** @throws Refusal `not_found` if there is no such environment */
  find(environmentId: string): Promise<EnvironmentSettings>;
  /**
   * Changes the settings, which apply to every request that is authenticated afterwards.
   *
   * @throws Refusal `not_found` if there is no such environment
   */
  change(settings: EnvironmentSettings): Promise<EnvironmentSettings>;
}

interface SettingsRow {
  environment_id: string;
  takes_stated_costs: boolean;
}

export function createEnvironmentSettingsStore(pool: pg.Pool): EnvironmentSettingsStore {
  return {
    async find(environmentId) {
      const { rows } = await pool.query<SettingsRow>(
        'SELECT environment_id, takes_stated_costs FROM environments WHERE environment_id = $1',
        [environmentId],
      );
      return settingsFrom(rows, environmentId);
    },

    async change({ environmentId, takesStatedCosts }) {
      const { rows } = await pool.query<SettingsRow>(
        'UPDATE environments SET takes_stated_costs = $2 WHERE environment_id = $1 RETURNING environment_id, takes_stated_costs',
        [environmentId, takesStatedCosts],
      );
      return settingsFrom(rows, environmentId);
    },
  };
}

function settingsFrom([row]: readonly SettingsRow[], environmentId: string): EnvironmentSettings {
  if (row === undefined) throw new Refusal('not_found', `There is no environment ${environmentId}. Check the id.`);
  return { environmentId: row.environment_id, takesStatedCosts: row.takes_stated_costs };
}
