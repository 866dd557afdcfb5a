import { describe, expect, it } from 'vitest';
import { SCOPES, USUAL_SCOPES } from '../../../../domain/management/scopes.ts';
import { ADA } from '../../../../testing/apps/management-fixture.ts';
import { listenPlane } from '../../../../testing/cli/listen-plane.ts';
import { runTt } from '../../../../testing/cli/run-tt.ts';
import { BOB, BOBS_TOKEN, ONE_TIME_PASSWORD, TOKEN_TEXT } from '../../../../testing/fakes/access-administration.ts';

const ADDED = 'usr_00000000000000000000000101';
const CHOSEN = 'four quite long words';

describe('tt user', () => {
  it('adds a user, and prints the one-time password alone on a line', async () => {
    const { plane, tt } = await listenPlane();
    expect(await tt(['user', 'add', 'grace', '--role', 'viewer'])).toEqual({
      code: 0,
      stdout: `${ONE_TIME_PASSWORD}\n`,
      stderr: 'The user grace (viewer) logs in with it until 2026-03-02T12:00:00.000Z, and then chooses a password.\n',
    });
    expect(plane.accessAdministration.users.get(ADDED)).toMatchObject({ name: 'grace', role: 'viewer' });
    expect((await tt(['user', 'add', 'grace', '--role', 'viewer'])).code).toBe(5);
  });

  it('names the operator command for the first user and the first key, before there is any key', async () => {
    const why = 'without a key, only the database can make the first user and the first key';
    const what = 'The command needs the key of an admin, TRUETALLY_PLANE_KEY.';
    expect(await runTt(['user', 'add', 'ada', '--role', 'admin'])).toEqual({
      code: 3,
      stdout: '',
      stderr: `error: ${what}\n  because ${why}\n  try: npm run operator -- user add --name ada --role admin\n`,
    });
    expect(await runTt(['token', 'new', '--role', 'viewer', '--label', "a b's"])).toEqual({
      code: 3,
      stdout: '',
      stderr: `error: ${what}\n  because ${why}\n  try: npm run operator -- token make --role viewer --label 'a b'\\''s'\n`,
    });
  });

  it('lists users, and removed ones on request', async () => {
    const { plane, key, tt } = await listenPlane();
    expect((await tt(['user', 'list'])).stdout).toBe(
      `NAME\tROLE\tSTATE\tLAST LOGIN\tCREATED\tUSER\nbob\toperator\tactive\tnever\t2026-02-01 00:00Z\t${BOB.userId}\n`,
    );
    const answer = await plane.app.inject({ url: '/tt/api/v1/users', headers: { authorization: `Bearer ${key}` } });
    expect((await tt(['user', 'list', '--json'])).stdout).toBe(answer.body);
    expect((await tt(['user', 'remove', 'bob', '--yes'])).stdout).toBe('The user bob is removed.\n');
    expect(await tt(['user', 'list'])).toEqual({ code: 0, stdout: '', stderr: 'There are no such users.\n' });
    expect((await tt(['user', 'list', '--removed', '--jq', '.users[].state'])).stdout).toBe('removed\n');
  });

  it('asks before it removes a user', async () => {
    const { plane, tt } = await listenPlane();
    expect((await tt(['user', 'remove', 'bob'])).code).toBe(2);
    expect(plane.accessAdministration.users.get(BOB.userId)?.removedAt).toBeUndefined();
  });

  it('changes a role, and finds users by their names on every page', async () => {
    const { plane, tt } = await listenPlane();
    for (let number = 200; number < 301; number += 1) {
      const userId = `usr_${String(number).padStart(26, '0')}`;
      plane.accessAdministration.users.set(userId, { ...BOB, userId, name: `u${number}` });
    }
    expect((await tt(['user', 'set-role', 'bob', '--role', 'viewer'])).stdout).toBe(
      'The user bob has the role viewer.\n',
    );
    expect(plane.accessAdministration.users.get(BOB.userId)?.role).toBe('viewer');
    expect(await tt(['user', 'set-role', 'eve', '--role', 'viewer'])).toEqual({
      code: 4,
      stdout: '',
      stderr: 'error: There is no user eve.\n  try: tt user list\n',
    });
  });
});

describe('tt user passwd', () => {
  it('changes the own password from two lines of standard input, without a key, and leaves no session', async () => {
    const { plane, url } = await listenPlane();
    const env = { TRUETALLY_MANAGEMENT_URL: url };
    const input = `${ADA.password}\n${CHOSEN}\n`;
    expect(await runTt(['user', 'passwd', 'ada', '--password-stdin'], { env, input })).toEqual({
      code: 0,
      stdout: 'The password of ada is changed, and the sessions of the user have ended.\n',
      stderr: '',
    });
    expect([plane.hash, [...plane.sessions]]).toEqual([`2 ${CHOSEN}`, []]);
  });

  it('never shows a password, also not with --debug', async () => {
    const { url } = await listenPlane();
    const env = { TRUETALLY_MANAGEMENT_URL: url };
    const input = `${ADA.password}\n${CHOSEN}\n`;
    const { stderr } = await runTt(['user', 'passwd', 'ada', '--password-stdin', '--debug'], { env, input });
    expect(stderr).toContain(`curl -X POST '${url}/v1/login' -H 'Content-Type: application/json' -d @-`);
    expect([stderr.includes(ADA.password), stderr.includes(CHOSEN)]).toEqual([false, false]);
  });

  it('passes the reason of a refused password on', async () => {
    const { plane, url } = await listenPlane();
    const env = { TRUETALLY_MANAGEMENT_URL: url };
    const short = await runTt(['user', 'passwd', 'ada', '--password-stdin'], {
      env,
      input: `${ADA.password}\nshort\n`,
    });
    expect([short.code, short.stderr]).toEqual([2, expect.stringContaining('at least 15 characters')]);
    const wrong = await runTt(['user', 'passwd', 'ada', '--password-stdin'], { env, input: `wrong\n${CHOSEN}\n` });
    expect([wrong.code, plane.hash]).toEqual([3, `2 ${ADA.password}`]);
  });

  it('needs a terminal or standard input', async () => {
    const { tt } = await listenPlane();
    expect(await tt(['user', 'passwd', 'ada'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: The command asks for a password, and nobody can answer here.\n  try: printf \'%s\\n%s\\n\' "$PRESENT" "$NEW" | tt user passwd ada --password-stdin\n',
    });
    expect((await tt(['user', 'passwd', 'ada', '--password-stdin'], { input: 'one line\n' })).stderr).toContain(
      'Standard input needs two lines: the present and the new password.',
    );
    expect((await tt(['user', 'passwd', 'ada', '--management-key-stdin'])).stderr).toContain(
      'A key cannot change a password',
    );
  });

  it('issues a one-time password with the key of an admin', async () => {
    const { tt } = await listenPlane();
    expect(await tt(['user', 'passwd', 'bob', '--one-time'])).toEqual({
      code: 0,
      stdout: `${ONE_TIME_PASSWORD}\n`,
      stderr: 'The user bob (operator) logs in with it until 2026-03-02T12:00:00.000Z, and then chooses a password.\n',
    });
  });
});

describe('tt token', () => {
  it('makes a key of the plane with the usual scopes and lifetime, alone on a line', async () => {
    const { plane, tt } = await listenPlane();
    const { code, stdout, stderr } = await tt(['token', 'new', '--role', 'viewer', '--label', 'ci']);
    const made = plane.accessAdministration.tokens.get('tok_00000000000000000000000101');
    expect([code, stdout, made?.role, made?.scopes]).toEqual([0, `${TOKEN_TEXT}\n`, 'viewer', USUAL_SCOPES]);
    expect(stderr).toBe(
      // The key cannot outlive the key of the caller.
      'Key tok_00000000000000000000000101 with the role viewer, valid until 2026-04-01T00:00:00.000Z. Its text cannot be shown again.\n',
    );
  });

  it('sends scopes and the lifetime', async () => {
    const { plane, tt } = await listenPlane({
      token: { role: 'admin', scopes: SCOPES, expiresAt: undefined },
    });
    plane.now = new Date();
    const flags = ['--ttl', '720h', '--scopes', 'evals:read,quality:read'];
    expect((await tt(['token', 'new', '--role', 'viewer', '--label', 'ci', ...flags])).code).toBe(0);
    const made = plane.accessAdministration.tokens.get('tok_00000000000000000000000101');
    const days = ((made?.expiresAt?.getTime() ?? 0) - plane.now.getTime()) / 86_400_000;
    expect([made?.scopes, Math.round(days)]).toEqual([['evals:read', 'quality:read'], 30]);
  });

  it('lists keys with the bytes of the service, and revokes one after a question', async () => {
    const { plane, key, tt } = await listenPlane();
    expect((await tt(['token', 'list'])).stdout).toBe(
      `KEY\tLABEL\tROLE\tSTATE\tLAST USED\tEXPIRES\tSCOPES\n${BOBS_TOKEN.tokenId}\texport\tviewer\tactive\t-\t2026-04-01 00:00Z\tevals:read\n`,
    );
    const answer = await plane.app.inject({ url: '/tt/api/v1/tokens', headers: { authorization: `Bearer ${key}` } });
    expect((await tt(['token', 'list', '--json'])).stdout).toBe(answer.body);
    expect((await tt(['token', 'revoke', BOBS_TOKEN.tokenId])).code).toBe(2);
    expect((await tt(['token', 'revoke', BOBS_TOKEN.tokenId, '--yes'])).stdout).toBe(
      `The key ${BOBS_TOKEN.tokenId} (export) is revoked.\n`,
    );
    expect(plane.accessAdministration.tokens.get(BOBS_TOKEN.tokenId)?.revokedAt).toEqual(plane.now);
  });
});
