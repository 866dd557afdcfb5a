import type pg from 'pg';
import { ACTIONS, type Action } from '../../domain/tenancy/actions.ts';
import type { EnvironmentLeaf } from '../../domain/tenancy/scope.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { inTransaction } from '../postgres/pool.ts';
import { insertBinding } from './access-binding-store.ts';
import type { CredentialClass } from './credential-token.ts';
import { createCredentialStore, insertCredential } from './credential-store.ts';
import { insertNode, type NodeKind } from './tenancy-node-store.ts';

/** The names of the demo's tokens, under which the launcher stores them. */
export const DEMO_CREDENTIALS = ['owner', 'analyst', 'narrow', 'outsider', 'runtime'] as const;
export type DemoCredentials = Readonly<Record<(typeof DEMO_CREDENTIALS)[number], string>>;

/** A fixed demo id with this number, so that demo traffic and examples can refer to it. */
function demoId(prefix: string, number: number): string {
  return `${prefix}_${number.toString().padStart(26, '0')}`;
}

const leaf = (application: number, environment: number): EnvironmentLeaf => ({
  applicationId: demoId('app', application),
  gatewayId: demoId('gw', application),
  environmentId: demoId('env', environment),
});

/** The ids of all nodes and subjects of the demo. */
export const DEMO_TENANCY = {
  organizationId: demoId('org', 1),
  workspaceId: demoId('t', 1),
  /** Two applications with one gateway each. */
  environments: {
    assistantProduction: leaf(1, 1),
    assistantStaging: leaf(1, 2),
    searchProduction: leaf(2, 3),
    searchStaging: leaf(2, 4),
  },
  subjects: {
    /** The subject with every action on the organization. */
    owner: demoId('sub', 1),
    /** The subject that may read metadata and content of the workspace, but no costs. */
    analyst: demoId('sub', 2),
    /** The subject that may read metadata and costs of the assistant only. */
    narrow: demoId('sub', 3),
    /** The owner of the other organization. */
    outsider: demoId('sub', 4),
  },
  outside: { organizationId: demoId('org', 2), workspaceId: demoId('t', 2), environment: leaf(3, 5) },
} as const;

const { organizationId, workspaceId, environments, subjects, outside } = DEMO_TENANCY;

/** The nodes as kind, id, name and parent; parents come before children. */
const NODES: readonly (readonly [NodeKind, string, string, string | undefined])[] = [
  ['organization', organizationId, 'Demo', undefined],
  ['workspace', workspaceId, 'Products', organizationId],
  ['application', environments.assistantProduction.applicationId, 'Assistant', workspaceId],
  [
    'gateway',
    environments.assistantProduction.gatewayId,
    'Assistant gateway',
    environments.assistantProduction.applicationId,
  ],
  [
    'environment',
    environments.assistantProduction.environmentId,
    'production',
    environments.assistantProduction.gatewayId,
  ],
  ['environment', environments.assistantStaging.environmentId, 'staging', environments.assistantStaging.gatewayId],
  ['application', environments.searchProduction.applicationId, 'Search', workspaceId],
  ['gateway', environments.searchProduction.gatewayId, 'Search gateway', environments.searchProduction.applicationId],
  ['environment', environments.searchProduction.environmentId, 'production', environments.searchProduction.gatewayId],
  ['environment', environments.searchStaging.environmentId, 'staging', environments.searchStaging.gatewayId],
  ['organization', outside.organizationId, 'Other organization', undefined],
  ['workspace', outside.workspaceId, 'Elsewhere', outside.organizationId],
  ['application', outside.environment.applicationId, 'Elsewhere', outside.workspaceId],
  ['gateway', outside.environment.gatewayId, 'Elsewhere gateway', outside.environment.applicationId],
  ['environment', outside.environment.environmentId, 'production', outside.environment.gatewayId],
  ['subject', subjects.owner, 'Demo owner', organizationId],
  ['subject', subjects.analyst, 'Demo analyst', organizationId],
  ['subject', subjects.narrow, 'Demo member of one application', organizationId],
  ['subject', subjects.outsider, 'Owner of the other organization', outside.organizationId],
];

const BINDINGS: readonly { subjectId: string; nodeId: string; actions: readonly Action[] }[] = [
  { subjectId: subjects.owner, nodeId: organizationId, actions: ACTIONS },
  { subjectId: subjects.analyst, nodeId: workspaceId, actions: ['metadata.read', 'content.read'] },
  {
    subjectId: subjects.narrow,
    nodeId: environments.assistantProduction.applicationId,
    actions: ['metadata.read', 'cost.read'],
  },
  { subjectId: subjects.outsider, nodeId: outside.organizationId, actions: ACTIONS },
];

const TOKENS: Record<
  keyof DemoCredentials,
  { subjectId: string; class: CredentialClass; environmentId?: string | undefined }
> = {
  owner: { subjectId: subjects.owner, class: 'management' },
  analyst: { subjectId: subjects.analyst, class: 'management' },
  narrow: { subjectId: subjects.narrow, class: 'management' },
  outsider: { subjectId: subjects.outsider, class: 'management' },
  runtime: {
    subjectId: subjects.owner,
    class: 'runtime',
    environmentId: environments.assistantProduction.environmentId,
  },
};

/** The name of the lock that serializes launchers, so that only one creates the demo at a time. */
const LOCK = 'demo tenancy';

/**
 * Creates the missing parts of the demo tenancy; existing parts are left unchanged. Tokens cannot be recovered from
 * their hashes. If all `previous` tokens, which the launcher stored, are still valid, they are returned. Otherwise all
 * tokens of the demo are revoked and new ones are created.
 */
export async function ensureDemoTenancy(
  pool: pg.Pool,
  clock: Clock,
  previous: DemoCredentials | undefined,
): Promise<DemoCredentials> {
  const now = clock.now();
  const kept = previous !== undefined && (await allWork(pool, clock, previous)) ? previous : undefined;
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [LOCK]);
    for (const [kind, id, name, parentId] of NODES)
      await insertNode(client, kind, { id, name, parentId, createdAt: now });
    await bindMissing(client, now);
    return kept ?? (await issueCredentials(client, now));
  });
}

async function allWork(pool: pg.Pool, clock: Clock, credentials: DemoCredentials): Promise<boolean> {
  const store = createCredentialStore(pool, clock);
  for (const name of DEMO_CREDENTIALS) {
    const found = await store.resolve(credentials[name]);
    const { subjectId, class: kind, environmentId } = TOKENS[name];
    if (found?.subjectId !== subjectId || found.class !== kind) return false;
    if (found.environment?.environmentId !== environmentId) return false;
  }
  return true;
}

async function bindMissing(client: pg.PoolClient, now: Date): Promise<void> {
  for (const [index, binding] of BINDINGS.entries()) {
    const bindingId = demoId('bnd', index + 1);
    const { rowCount } = await client.query('SELECT 1 FROM access_bindings WHERE binding_id = $1', [bindingId]);
    // Binding again would increment the subject's authority epoch at every start, which would invalidate its read
    // contexts.
    if (rowCount === 0) await insertBinding(client, bindingId, binding, now);
  }
}

async function issueCredentials(client: pg.PoolClient, now: Date): Promise<DemoCredentials> {
  await client.query(
    `UPDATE credentials SET revoked_at = $3 WHERE subject_id = ANY($1) AND name = ANY($2) AND revoked_at IS NULL`,
    [Object.values(subjects), DEMO_CREDENTIALS.map(credentialName), now],
  );
  const tokens: Record<string, string> = {};
  for (const name of DEMO_CREDENTIALS) {
    const { token } = await insertCredential(client, { ...TOKENS[name], name: credentialName(name) }, now);
    tokens[name] = token;
  }
  return tokens as DemoCredentials;
}

/**
 * The name of a credential that the demo creates. Credentials that an operator adds to a demo subject have other names
 * and are never revoked here.
 */
function credentialName(name: keyof DemoCredentials): string {
  return `demo ${name}`;
}
