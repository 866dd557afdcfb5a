import { createHash, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { KeyGrant } from '../../domain/tenancy/key-grants.ts';
import { TOKEN_PREFIXES } from '../../domain/tenancy/token-kinds.ts';
import { createCredentialStore, type CredentialStore, type ResolvedCredential } from './credential-store.ts';
import { parseTokenLocator } from './credential-token.ts';

/** The owners of all bearer tokens of the customer lane: credentials of people and producers, and of services. */
export function createTokenResolver(pool: pg.Pool, clock: Clock): Pick<CredentialStore, 'resolve'> {
  const credentials = createCredentialStore(pool, clock);
  return {
    async resolve(token) {
      const found = await credentials.resolve(token);
      // Only runtime keys can belong to a service, so other unknown tokens cost one statement.
      if (found !== undefined || !token.startsWith(TOKEN_PREFIXES.runtime)) return found;
      return resolveServiceToken(pool, token, clock.now());
    },
  };
}

interface ServiceTokenRow {
  credential_id: string;
  service_id: string;
  grants: KeyGrant[];
  token_sha256: Buffer;
  takes_stated_costs: boolean;
  environment_id: string;
  gateway_id: string;
  application_id: string;
  workspace_id: string;
  organization_id: string;
}

async function resolveServiceToken(pool: pg.Pool, token: string, now: Date): Promise<ResolvedCredential | undefined> {
  const locator = parseTokenLocator(token);
  if (locator === undefined) return undefined;
  const { rows } = await pool.query<ServiceTokenRow>(
    `SELECT credential_id, service_id, grants, token_sha256, takes_stated_costs,
       environment_id, gateway_id, application_id, workspace_id, organization_id
     FROM service_credentials JOIN environments USING (environment_id) JOIN gateways USING (gateway_id)
       JOIN applications USING (application_id) JOIN workspaces USING (workspace_id)
     WHERE locator = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
    [locator, now],
  );
  const row = rows[0];
  const hash = createHash('sha256').update(token).digest();
  if (row === undefined || !timingSafeEqual(row.token_sha256, hash)) return undefined;
  return {
    credentialId: row.credential_id,
    subjectId: row.service_id,
    class: 'runtime',
    environment: {
      organizationId: row.organization_id,
      workspaceId: row.workspace_id,
      applicationId: row.application_id,
      gatewayId: row.gateway_id,
      environmentId: row.environment_id,
    },
    takesStatedCosts: row.takes_stated_costs,
    grants: row.grants,
  };
}
