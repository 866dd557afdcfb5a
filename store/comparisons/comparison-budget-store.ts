import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { violatesForeignKey } from '../postgres/database-fault.ts';

/** The total amount that a workspace may spend on comparisons; amounts are whole nano-USD as decimal strings. */
export interface ComparisonBudget {
  readonly workspaceId: string;
  readonly limit: string;
  /** The amount reserved for calls in flight. */
  readonly reserved: string;
  /** The amount spent. */
  readonly settled: string;
  readonly changedAt: Date;
}

export interface ComparisonBudgetStore {
  /**
   * Sets the limit. The amount spent stays; if the limit is below it, nothing more can be spent.
   *
   * @throws Refusal `not_found` if the workspace does not exist
   */
  set(workspaceId: string, limit: string): Promise<void>;
  /** The budget of a workspace; undefined if none was set, so that nothing may be spent. */
  find(workspaceId: string): Promise<ComparisonBudget | undefined>;
}

export function createComparisonBudgetStore(pool: pg.Pool, clock: Clock): ComparisonBudgetStore {
  return {
    async set(workspaceId, limit) {
      try {
        await pool.query(
          `INSERT INTO comparison_budgets (workspace_id, limit_nano_usd, changed_at) VALUES ($1, $2, $3)
           ON CONFLICT (workspace_id) DO UPDATE
           SET limit_nano_usd = excluded.limit_nano_usd, changed_at = excluded.changed_at`,
          [workspaceId, limit, clock.now()],
        );
      } catch (error) {
        if (!violatesForeignKey(error)) throw error;
        throw new Refusal('not_found', `There is no workspace ${workspaceId}. Check the id.`);
      }
    },

    async find(workspaceId) {
      const { rows } = await pool.query<ComparisonBudget>(
        `SELECT workspace_id AS "workspaceId", limit_nano_usd AS limit, reserved_nano_usd AS reserved,
           settled_nano_usd AS settled, changed_at AS "changedAt"
         FROM comparison_budgets WHERE workspace_id = $1`,
        [workspaceId],
      );
      return rows[0];
    },
  };
}
