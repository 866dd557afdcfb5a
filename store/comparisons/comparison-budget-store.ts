import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { isDangling } from '../postgres/database-fault.ts';

/** The total amount that a workspace may spend on comparisons; amounts are whole nano-USD as decimal strings. */
export interface ComparisonBudget {
  readonly workspaceId: string;
  readonly limit: string;
  /** Held for calls that are under way. */
  readonly reserved: string;
  /** Spent. */
  readonly settled: string;
  readonly changedAt: Date;
}

export interface ComparisonBudgetStore {
  /**
   * Sets the limit; what was spent stays, and a limit below it lets nothing more be spent.
   *
   * @throws Refusal `not_found` when the workspace is not there
   */
  set(workspaceId: string, limit: string): Promise<void>;
  /** Undefined where nobody has set one, so that nothing may be spent. */
  find(workspaceId: string): Promise<ComparisonBudget | undefined>;
}

/** Binds the budgets to the database. */
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
        if (!isDangling(error)) throw error;
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
