import type pg from 'pg';
import type { RequestAdmitted } from '../../../contracts/ingest/events/request-admitted.ts';

export type Leaf = RequestAdmitted['scope'];

const leaf = (organization: string, workspace: string, application: string, environment: string): Leaf => ({
  organization_id: organization,
  workspace_id: workspace,
  application_id: application,
  gateway_id: `gw_of_${environment}`,
  environment_id: environment,
});

/** Two organizations; the first workspace has three environments under two applications. */
export const LEAVES: readonly Leaf[] = [
  leaf('org_one', 't_one', 'app_one', 'env_live'),
  leaf('org_one', 't_one', 'app_one', 'env_trial'),
  leaf('org_one', 't_one', 'app_two', 'env_other'),
  leaf('org_two', 't_two', 'app_three', 'env_main'),
  leaf('org_two', 't_two', 'app_three', 'env_side'),
];

export const WORKSPACES = ['t_one', 't_two'] as const;

export async function insertTenants(pool: pg.Pool): Promise<void> {
  const now = new Date('2026-01-01T00:00:00Z');
  const insert = (table: string, values: readonly string[]): Promise<unknown> =>
    pool.query(
      `INSERT INTO ${table} VALUES (${[...values, ''].map((_, index) => `$${index + 1}`).join(', ')}) ON CONFLICT DO NOTHING`,
      [...values, now],
    );
  for (const scope of LEAVES) {
    await insert('organizations', [scope.organization_id, 'Organization']);
    await pool.query(
      'INSERT INTO workspaces (workspace_id, organization_id, name, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [scope.workspace_id, scope.organization_id, 'Workspace', now],
    );
    await insert('applications', [scope.application_id, scope.workspace_id, 'Application']);
    await insert('gateways', [scope.gateway_id, scope.application_id, 'Gateway']);
    await insert('environments', [scope.environment_id, scope.gateway_id, 'Environment']);
  }
}
