import type pg from 'pg';
import type { AcceptanceRuleV1 } from '../../contracts/comparisons/acceptance-rule.ts';
import type { ComparisonV1 } from '../../contracts/comparisons/comparison.ts';
import type { ComparisonKind } from '../../domain/comparisons/comparison-kind.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { newId } from '../postgres/new-id.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { requireRow } from '../postgres/require-row.ts';

/** A comparison without the id and time that the store assigns. */
export interface NewComparison {
  readonly environmentId: string;
  readonly routeId: string;
  readonly name: string;
  readonly kind: ComparisonKind;
  readonly acceptanceRule: AcceptanceRuleV1 | undefined;
  readonly createdBy: string;
}

export interface ComparisonStore {
  create(comparison: NewComparison): Promise<ComparisonV1>;
  /** The comparison, regardless of the caller. */
  find(comparisonId: string): Promise<ComparisonV1 | undefined>;
  /** The comparisons of an environment, newest first, at most `limit`. */
  list(page: { environmentId: string; limit: number; after: PageKey | undefined }): Promise<ComparisonV1[]>;
}

interface ComparisonRow {
  comparison_id: string;
  organization_id: string;
  workspace_id: string;
  application_id: string;
  gateway_id: string;
  environment_id: string;
  name: string;
  kind: ComparisonKind;
  route_id: string;
  acceptance_rule: AcceptanceRuleV1 | null;
  rule_fixed_at: Date | null;
  created_by: string;
  created_at: Date;
}

const COMPARISONS = `SELECT c.comparison_id, w.organization_id, a.workspace_id, g.application_id, e.gateway_id, c.environment_id,
    c.name, c.kind, c.route_id, c.acceptance_rule, c.rule_fixed_at, c.created_by, c.created_at
  FROM comparisons c
  JOIN environments e ON e.environment_id = c.environment_id
  JOIN gateways g ON g.gateway_id = e.gateway_id
  JOIN applications a ON a.application_id = g.application_id
  JOIN workspaces w ON w.workspace_id = a.workspace_id`;

export function createComparisonStore(pool: pg.Pool, clock: Clock): ComparisonStore {
  const rowOf = async (comparisonId: string): Promise<ComparisonRow[]> => {
    const { rows } = await pool.query<ComparisonRow>(`${COMPARISONS} WHERE c.comparison_id = $1`, [comparisonId]);
    return rows;
  };
  return {
    async create({ environmentId, routeId, name, kind, acceptanceRule, createdBy }) {
      const comparisonId = newId('comparison');
      await pool.query(
        `INSERT INTO comparisons
           (comparison_id, environment_id, route_id, name, kind, acceptance_rule, created_by, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          comparisonId,
          environmentId,
          routeId,
          name,
          kind,
          acceptanceRule === undefined ? null : JSON.stringify(acceptanceRule),
          createdBy,
          clock.now(),
        ],
      );
      return comparisonFromRow(requireRow(await rowOf(comparisonId)));
    },

    find: async (comparisonId) => (await rowOf(comparisonId)).map(comparisonFromRow)[0],

    async list({ environmentId, limit, after }) {
      const { rows } = await pool.query<ComparisonRow>(
        `${COMPARISONS} WHERE c.environment_id = $1 AND (c.created_at, c.comparison_id) < ($2, $3)
         ORDER BY c.created_at DESC, c.comparison_id DESC LIMIT $4`,
        [environmentId, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map(comparisonFromRow);
    },
  };
}

function comparisonFromRow(row: ComparisonRow): ComparisonV1 {
  return {
    ...row,
    rule_fixed_at: row.rule_fixed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
