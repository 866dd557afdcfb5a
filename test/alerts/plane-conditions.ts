import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGatewayProcessStore } from '../../store/gateway/gateway-process-store.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';
import { createServiceCredentialStore } from '../../store/tenancy/service-credential-store.ts';
import { createServiceIdentityStore } from '../../store/tenancy/service-identity-store.ts';
import { freePorts } from '../../testing/processes/free-ports.ts';
import type { AlertStage, Condition } from './condition.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** More attempts than a name may have. */
const ATTEMPTS = 12;
/** A process that sends heartbeats and confirms no credential, like one of an earlier version. */
const EARLIER = `proxy-${randomUUID()}`;

const clock = { now: () => new Date() };

async function guess({ managementUrl }: AlertStage): Promise<void> {
  for (let number = 0; number < ATTEMPTS; number += 1)
    await fetch(`${managementUrl}/tt/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'nobody', password: `not the password ${number}` }),
    });
}

/** Mints a credential as if it had waited for an hour. */
async function mint({ pool }: AlertStage): Promise<void> {
  const hourAgo = { now: () => new Date(Date.now() - HOUR_MS) };
  const { workspaceId, subjects, environments } = DEMO_TENANCY;
  const createdBy = subjects.owner;
  const service = await createServiceIdentityStore(pool, clock).create({ workspaceId, name: 'Alerts', createdBy });
  await createServiceCredentialStore(pool, hourAgo).create({
    ...{ serviceId: service.service_id, environmentId: environments.assistantProduction.environmentId },
    ...{ label: 'alerts', grants: ['models.call'], teamIds: [], ttlDays: undefined, createdBy },
  });
}

const beat = ({ pool }: AlertStage): Promise<void> => createGatewayProcessStore(pool, clock).beat(EARLIER);

async function insertNotice({ pool }: AlertStage, kind: string, at: Date): Promise<void> {
  await pool.query(
    `INSERT INTO notices (notice_id, kind, about, hour, detail, happened_at, last_at)
     VALUES ($1, $2, 'alerts', date_trunc('hour', $3::timestamptz, 'UTC'), '', $3, $3)`,
    [newId('notice'), kind, at],
  );
}

async function removeNotices({ pool }: AlertStage): Promise<void> {
  await pool.query(`DELETE FROM notices WHERE about = 'alerts'`);
}

/** The folder of a configuration file that names a sign-on provider at an address where nothing listens. */
const SIGN_ON_FOLDER = join(tmpdir(), `truetally-sign-on-${randomUUID()}`);

async function restartApi({ world, start }: AlertStage, further: Readonly<Record<string, string>>): Promise<void> {
  await world.kill('api');
  await start('api', further);
}

async function signOnWithoutProvider(stage: AlertStage): Promise<void> {
  mkdirSync(SIGN_ON_FOLDER);
  const file = join(SIGN_ON_FOLDER, 'truetally.yaml');
  const [port = 0] = await freePorts(1);
  writeFileSync(
    file,
    `dashboard:
  sign_on:
    issuer: http://127.0.0.1:${port}
    client_id: truetally
    redirect_url: ${stage.managementUrl}/tt/sign-on
    role_claim: groups
    roles: [{ value: staff, role: viewer }]
`,
  );
  await restartApi(stage, { TRUETALLY_CONFIG: file, TRUETALLY_SIGN_ON_SECRET: randomUUID() });
}

async function beginSignOn({ managementUrl }: AlertStage): Promise<void> {
  await fetch(`${managementUrl}/tt/api/v1/sign-on`, { method: 'POST' });
}

/** The conditions of the management plane: credentials, passwords and notices. */
export const PLANE_CONDITIONS: readonly Condition[] = [
  {
    name: 'somebody guesses a password of the management plane',
    alerts: ['TruetallyLoginsSlowed'],
    cause: guess,
    meanwhile: guess,
    mend: () => Promise.resolve(),
  },
  {
    name: 'the sign-on provider does not answer',
    alerts: ['TruetallySignOnUnavailable'],
    cause: signOnWithoutProvider,
    meanwhile: beginSignOn,
    mend: async (stage) => {
      rmSync(SIGN_ON_FOLDER, { recursive: true, force: true });
      await restartApi(stage, {});
    },
  },
  {
    name: 'a gateway of an earlier version confirms no credential',
    alerts: ['TruetallyCredentialsNotReady'],
    cause: async (stage) => {
      await beat(stage);
      await mint(stage);
    },
    meanwhile: beat,
    mend: ({ pool }) => createGatewayProcessStore(pool, clock).end(EARLIER),
  },
  {
    name: 'a judge is demoted',
    alerts: ['TruetallyJudgeDemoted'],
    cause: (stage) => insertNotice(stage, 'quality.judge.demoted', new Date()),
    mend: removeNotices,
  },
  {
    name: 'the retention sweep does not remove an expired notice',
    alerts: ['TruetallyRetentionSweepLate'],
    cause: (stage) => insertNotice(stage, 'report.schedule.failed', new Date(Date.now() - 100 * DAY_MS)),
    mend: removeNotices,
  },
];
