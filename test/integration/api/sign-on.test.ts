import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { ManagementMe } from '../../../contracts/management/me.ts';
import { createNamedUsers } from '../../../testing/store/named-users.ts';
import { createPasswordHasher } from '../../../store/management/password-hasher.ts';
import { ensureDemoTenancy } from '../../../store/tenancy/demo-tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/engines/database.ts';
import { startApiProcess, type ApiProcess } from '../../../testing/processes/api-process.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import {
  PROVIDER_SUBJECT,
  signOnAtProvider,
  startOpenIdProcess,
  type OpenIdProcess,
} from '../../../testing/processes/open-id-process.ts';
import '../../../testing/engines/provided-context.ts';

const SECRET = 'a-secret-of:tests';
const clock = { now: () => new Date() };

let database: TestDatabase;
let folder: string;
let ports: { readonly provider: number; readonly management: number };
let redirectUrl: string;
let management: string;
let api: ApiProcess;
let provider: OpenIdProcess | undefined;

const startProvider = async (keyId: string, skewMs = 0): Promise<OpenIdProcess> => {
  await provider?.kill();
  provider = await startOpenIdProcess({ port: ports.provider, redirectUrl, clientSecret: SECRET, keyId, skewMs });
  return provider;
};

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  const [first = 0, second = 0] = await freePorts(2);
  ports = { provider: first, management: second };
  management = `http://127.0.0.1:${second}`;
  redirectUrl = `${management}/tt/sign-on`;
  folder = mkdtempSync(join(tmpdir(), 'truetally-sign-on-'));
  const file = join(folder, 'tokentriage.yaml');
  writeFileSync(
    file,
    `dashboard:
  sign_on:
    issuer: http://127.0.0.1:${first}
    client_id: truetally
    redirect_url: ${redirectUrl}
    scopes: [openid, profile, groups]
    roles:
      - { value: tally-operators, role: operator }
      - { value: tally-admins, role: admin }
`,
  );
  // The API starts before its provider, and looks it up when somebody signs on.
  api = await startApiProcess(database.url, inject('clickhouseUrl'), {
    TRUETALLY_MANAGEMENT_PORT: String(second),
    TRUETALLY_CONFIG: file,
    TRUETALLY_SIGN_ON_SECRET: SECRET,
  });
});
afterAll(async () => {
  await provider?.kill();
  api.kill('SIGKILL');
  await database.drop();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await database.pool.query('TRUNCATE management_users, management_login_limits CASCADE');
});

/** A browser of a person: the cookies of the plane. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async send(method: string, path: string, body?: object): Promise<Response> {
    const answer = await fetch(management + path, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(body && { 'content-type': 'application/json' }),
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }

  /** Begins a sign-on, signs on at the provider, and returns the answer that the provider sends with the browser. */
  async askProvider(): Promise<{ url: string; answer: Record<string, string> }> {
    const begun = await this.send('POST', '/tt/api/v1/sign-on', {});
    expect(begun.status).toBe(200);
    const { authorization_url: url } = (await begun.json()) as { authorization_url: string };
    return { url, answer: await answerOf(url) };
  }

  async complete(answer: Record<string, string>): Promise<number> {
    return (await this.send('POST', '/tt/api/v1/sign-on/complete', answer)).status;
  }

  async signOn(): Promise<number> {
    return this.complete((await this.askProvider()).answer);
  }

  async me(): Promise<[number, ManagementMe['role'] | undefined]> {
    const answer = await this.send('GET', '/tt/api/v1/me');
    return [answer.status, ((await answer.json()) as Partial<ManagementMe>).role];
  }
}

async function answerOf(url: string): Promise<Record<string, string>> {
  const { searchParams } = await signOnAtProvider(url, redirectUrl);
  return Object.fromEntries([...searchParams].filter(([name]) => ['code', 'state', 'iss'].includes(name)));
}

/** Makes every confirmation older by a number of minutes. */
async function age(minutes: number): Promise<void> {
  await database.pool.query(
    `UPDATE management_sessions SET confirming_until = NULL, confirmed_at = confirmed_at - $1::integer * interval '1 minute'`,
    [minutes],
  );
}

describe('a sign-on', () => {
  it('works when the provider starts after the API, and identifies the subject of the issuer', async () => {
    const early = new Browser();
    await provider?.kill();
    expect((await early.send('POST', '/tt/api/v1/sign-on', {})).status).toBe(503);
    const { issuer } = await startProvider('key-1');
    expect([await early.signOn(), await early.me()]).toEqual([200, [200, 'operator']]);
    const { rows } = await database.pool.query<{ name: string; issuer: string; subject: string }>(
      'SELECT name, issuer, provider_subject AS subject FROM management_users',
    );
    expect(rows).toEqual([{ name: 'sso.grace', issuer, subject: PROVIDER_SUBJECT }]);
  });

  it('accepts a code once', async () => {
    const browser = new Browser();
    const { answer } = await browser.askProvider();
    expect([await browser.complete(answer), await browser.complete(answer)]).toEqual([200, 401]);
    // The code alone is worthless in another sign-on, because the provider knows the challenge of the first.
    const thief = new Browser();
    const own = await thief.askProvider();
    expect(await thief.complete({ ...own.answer, code: answer['code']! })).toBe(401);
  });

  it('accepts only its own state, in its own browser', async () => {
    const [browser, other] = [new Browser(), new Browser()];
    const [{ answer }, { answer: others }] = [await browser.askProvider(), await other.askProvider()];
    expect(await new Browser().complete(answer)).toBe(401);
    expect(await browser.complete({ ...answer, state: others['state']! })).toBe(401);
    expect(await other.complete(others)).toBe(200);
  });

  it('does not accept a second answer to the same nonce', async () => {
    const browser = new Browser();
    const { url, answer } = await browser.askProvider();
    const second = await answerOf(url);
    expect(second['code']).not.toBe(answer['code']);
    expect([await browser.complete(answer), await browser.complete(second)]).toEqual([200, 401]);
  });

  it('does not accept an answer of another issuer', async () => {
    const browser = new Browser();
    const { answer } = await browser.askProvider();
    expect(await browser.complete({ ...answer, iss: 'https://evil.example' })).toBe(401);
  });

  it('gives nobody a role by default', async () => {
    await provider?.setGroups(['everybody']);
    const browser = new Browser();
    expect([await browser.signOn(), await browser.me()]).toEqual([403, [401, undefined]]);
    await provider?.setGroups(['tally-operators']);
  });

  it('tolerates a clock that differs by seconds, and not by minutes', async () => {
    await startProvider('key-1', -90_000);
    const [first, second] = [await new Browser().signOn(), await new Browser().signOn()];
    expect([[200, 401].includes(first), second]).toEqual([true, 200]);
    await startProvider('key-1', -600_000);
    expect([await new Browser().signOn(), await new Browser().signOn()]).toEqual([401, 401]);
    await startProvider('key-2');
  });

  it('works with a rotated key, at the second attempt at the latest', async () => {
    await new Browser().signOn();
    await startProvider('key-3');
    const [first, second] = [await new Browser().signOn(), await new Browser().signOn()];
    expect([[200, 401].includes(first), second]).toEqual([true, 200]);
  });
});

describe('a session of a sign-on', () => {
  it('takes the role of the provider, and ends with it', async () => {
    const browser = new Browser();
    await browser.signOn();
    await provider?.setGroups(['tally-admins']);
    expect(await browser.me()).toEqual([200, 'operator']);
    await age(11);
    expect(await browser.me()).toEqual([200, 'admin']);
    // The refresh token was rotated, and the next one works.
    await age(11);
    expect(await browser.me()).toEqual([200, 'admin']);
    await provider?.setGroups([]);
    await age(11);
    expect(await browser.me()).toEqual([401, undefined]);
    await provider?.setGroups(['tally-operators']);
  });

  it('ends when the provider does not know the user any more', async () => {
    const browser = new Browser();
    await browser.signOn();
    await provider?.removeUser();
    await age(11);
    expect(await browser.me()).toEqual([401, undefined]);
    await provider?.setGroups(['tally-operators']);
  });

  it('survives a short outage of the provider, and users with passwords any', async () => {
    const users = createNamedUsers(database.pool, clock);
    const password = 'correct horse battery';
    await users.add({ name: 'ada', role: 'viewer', passwordHash: await createPasswordHasher().hash(password) });
    const browser = new Browser();
    await browser.signOn();
    await provider?.kill();
    await age(11);
    expect(await browser.me()).toEqual([200, 'operator']);
    await age(5);
    expect(await browser.me()).toEqual([503, undefined]);
    const ada = new Browser();
    expect((await ada.send('POST', '/tt/api/v1/login', { name: 'ada', password })).status).toBe(200);
    expect(await ada.me()).toEqual([200, 'viewer']);
    await startProvider('key-4');
  });
});

it('a user acts for a subject at the same origin without a key, and the audit names both', async () => {
  const { owner } = await ensureDemoTenancy(database.pool, clock, undefined);
  const browser = new Browser();
  expect(await browser.signOn()).toBe(200);
  const customer = '/portal/api/v1/customer/v1';
  expect((await browser.send('GET', `${customer}/me`)).status).toBe(401);
  const bound = await browser.send('PUT', '/tt/api/v1/me/subject', { management_key: owner });
  const { subject_id: subjectId, user_id: userId, token_id: sessionId } = (await bound.json()) as ManagementMe;
  const me = await browser.send('GET', `${customer}/me`);
  const { data } = (await me.json()) as { data: { subject_id: string; organization_id: string } };
  expect([me.status, data.subject_id]).toEqual([200, subjectId]);
  // The origin of the API accepts keys alone.
  expect((await fetch(`${api.origin}${customer}/me`)).status).toBe(401);

  const listed = await browser.send('GET', `${customer}/organizations/${data.organization_id}/workspaces`);
  const { data: workspaces } = (await listed.json()) as { data: { workspace_id: string }[] };
  const path = `${customer}/organizations/${data.organization_id}/workspaces/${workspaces[0]!.workspace_id}/saved-views`;
  expect((await browser.send('POST', path, {})).status).toBe(422);
  const { rows } = await database.pool.query<Record<string, string>>(
    `SELECT subject_id, user_id, credential_id FROM audit_events WHERE operation = 'customer.saved_views.create'`,
  );
  expect(rows).toEqual([{ subject_id: subjectId, user_id: userId, credential_id: sessionId }]);
});
