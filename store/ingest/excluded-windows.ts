import type { Exclusion } from '../../domain/insight/exclusion.ts';

/** The SQL that reads exclusions as JSON, each with the environments that currently exist below its node. */
export const EXCLUDED_WINDOWS = `
  coalesce(json_agg(json_build_object(
      'environment_ids', ARRAY(
        SELECT environment_id
        FROM environments JOIN gateways USING (gateway_id) JOIN applications USING (application_id)
        WHERE workspace_id = exclusion.workspace_id
          AND node_id IN (workspace_id, application_id, gateway_id, environment_id)
        ORDER BY environment_id),
      'from', excluded_from, 'to', excluded_to) ORDER BY excluded_from, exclusion_id), '[]')
    FROM exclusions AS exclusion`;

export interface ExcludedWindow {
  readonly environment_ids: readonly string[];
  readonly from: string;
  readonly to: string;
}

export function toExclusion({ environment_ids: environmentIds, from, to }: ExcludedWindow): Exclusion {
  return { environmentIds, from: new Date(from), to: new Date(to) };
}
