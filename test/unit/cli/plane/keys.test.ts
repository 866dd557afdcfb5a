import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenPlane } from '../../../../testing/cli/listen-plane.ts';
import { runTt } from '../../../../testing/cli/run-tt.ts';
import { KEY_ENVIRONMENT, KNOWN_KEY } from '../../../../testing/fakes/virtual-keys.ts';

const MINT = ['keys', 'mint', '--owner', 'team-a', '--label', 'ci'];
const SECOND = 'kid_00000000000000000000000002';
const OTHER = 'env_00000000000000000000000002';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tt-keys-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

describe('tt keys mint', () => {
  it('prints the key alone on a line of a pipe, and its facts on standard error', async () => {
    const { plane, tt } = await listenPlane();
    const { code, stdout, stderr } = await tt(MINT);
    const [token = ''] = plane.virtualKeys.tokens;
    expect([code, stdout, stderr]).toEqual([
      0,
      `${token}\n`,
      `Key ${SECOND} of team-a in ${KEY_ENVIRONMENT}, valid without an expiry. Its text cannot be shown again.\n`,
    ]);
    expect(plane.virtualKeys.keys.get(SECOND)).toMatchObject({
      owner: 'team-a',
      label: 'ci',
      environmentId: KEY_ENVIRONMENT,
      scopes: { models: [], providers: [], endpoints: [] },
      allowsPassthrough: false,
      expiresAt: undefined,
    });
  });

  it('shows the key between two rules on a terminal', async () => {
    const { plane, tt } = await listenPlane();
    const { stdout } = await tt(MINT, { env: { TT_FORCE_TTY: '80', NO_COLOR: '1' } });
    const rule = '─'.repeat(80);
    expect(stdout).toBe(`The key of the gateway, shown only now:\n${rule}\n${plane.virtualKeys.tokens[0]}\n${rule}\n`);
  });

  it('sends scopes, the expiry and the passthrough', async () => {
    const { plane, tt } = await listenPlane();
    const scopes = ['--models', 'gpt-5,m2', '--providers', 'openai', '--endpoints', 'messages,embeddings'];
    const { code } = await tt([...MINT, ...scopes, '--expiry', '720h', '--allow-passthrough']);
    const minted = plane.virtualKeys.keys.get(SECOND);
    expect([code, minted?.scopes, minted?.allowsPassthrough]).toEqual([
      0,
      { models: ['gpt-5', 'm2'], providers: ['openai'], endpoints: ['messages', 'embeddings'] },
      true,
    ]);
    // The command counts the lifetime from its own time.
    const days = ((minted?.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });

  it('writes the key to a new file that only its user can read', async () => {
    const { plane, tt } = await listenPlane();
    const path = join(folder(), 'key');
    const { code, stdout } = await tt([...MINT, '--output', path]);
    expect([code, stdout, readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([
      0,
      '',
      `${plane.virtualKeys.tokens[0]}\n`,
      0o600,
    ]);
    expect(await tt([...MINT, '--output', path])).toMatchObject({ code: 2, stdout: '' });
  });

  it('prints the document of the service with --json', async () => {
    const { plane, tt } = await listenPlane();
    const { stdout } = await tt([...MINT, '--json']);
    expect(JSON.parse(stdout)).toEqual({
      key: {
        key_id: SECOND,
        owner: 'team-a',
        label: 'ci',
        environment_id: KEY_ENVIRONMENT,
        allow_passthrough: false,
        status: 'active',
        created_at: '2026-03-01T12:00:00.000Z',
      },
      token: plane.virtualKeys.tokens[0],
    });
  });

  it('takes the environment of the flag and of the variable before the only one with keys', async () => {
    const { tt } = await listenPlane();
    const stderr = expect.stringContaining(`There is no environment ${OTHER}.`) as string;
    const refused = { code: 4, stdout: '', stderr };
    expect(await tt([...MINT, '--environment', OTHER])).toMatchObject(refused);
    expect(await tt(MINT, { env: { TRUETALLY_ENVIRONMENT: OTHER } })).toMatchObject(refused);
  });

  it('lists the environments if several have keys, and asks for one if none has', async () => {
    const { plane, tt } = await listenPlane();
    plane.virtualKeys.keys.set(SECOND, { ...KNOWN_KEY, keyId: SECOND, environmentId: OTHER });
    expect(await tt(MINT)).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: The command needs the environment of the key. These have keys: ${KEY_ENVIRONMENT}, ${OTHER}.\n  try: --environment <env_…>, TRUETALLY_ENVIRONMENT, or a profile (tt help profiles)\n`,
    });
    plane.virtualKeys.keys.clear();
    expect((await tt(MINT)).stderr).toContain('no environment has keys yet');
  });

  it('says that a key whose answer was lost cannot be shown, and how to replace it', async () => {
    const lost: number[] = [];
    const { plane, tt } = await listenPlane({}, ({ app, virtualKeys }) =>
      app.addHook('onSend', (request, reply, payload, done) => {
        if (virtualKeys.tokens.length === 1 && lost.length === 0) {
          lost.push(reply.statusCode);
          request.raw.socket.destroy();
        }
        done(null, payload);
      }),
    );
    const { code, stdout, stderr } = await tt(MINT);
    expect([lost, code, stdout, stderr]).toEqual([
      [201],
      6,
      '',
      `error: The key ${SECOND} was made, and the answer with its text was lost.\n  because the service stores only a hash of a key, so a retry cannot get the text again\n  try: tt keys rotate ${SECOND} --grace 0\n`,
    ]);
    expect(plane.virtualKeys.tokens).toHaveLength(1);
  });
});

describe('tt keys list', () => {
  it('shows keys as lines with tabs in a pipe, and the bytes of the service with --json', async () => {
    const { plane, key, tt } = await listenPlane();
    expect(await tt(['keys', 'list'])).toEqual({
      code: 0,
      stdout: `KEY\tOWNER\tLABEL\tSTATUS\tSCOPES\tEXPIRES\tENVIRONMENT\n${KNOWN_KEY.keyId}\tteam-a\tci\tactive\tunrestricted\tnever\t${KEY_ENVIRONMENT}\n`,
      stderr: '',
    });
    const answer = await plane.app.inject({ url: '/tt/api/v1/keys', headers: { authorization: `Bearer ${key}` } });
    expect((await tt(['keys', 'list', '--json'])).stdout).toBe(answer.body);
  });

  it('passes filters and pages on, and names the next page', async () => {
    const { plane, tt } = await listenPlane();
    plane.virtualKeys.keys.set(SECOND, { ...KNOWN_KEY, keyId: SECOND, owner: 'team-b' });
    const first = await tt(['keys', 'list', '--limit', '1', '--jq', '.keys[].owner']);
    expect([first.code, first.stdout]).toEqual([0, 'team-b\n']);
    const cursor = / --cursor (\S+)\n/.exec(first.stderr)?.[1] ?? '';
    expect((await tt(['keys', 'list', '--cursor', cursor, '--jq', '.keys[].owner'])).stdout).toBe('team-a\n');
    expect((await tt(['keys', 'list', '--owner', 'team-b', '--jq', '.keys | length'])).stdout).toBe('1\n');
    expect((await tt(['keys', 'list', '--environment', OTHER, '--jq', '.keys | length'])).stdout).toBe('0\n');
    expect(await tt(['keys', 'list', '--status', 'revoked'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'There are no such keys. tt keys mint makes one.\n',
    });
  });
});

describe('tt keys revoke', () => {
  it('asks first, and refuses without a terminal and --yes', async () => {
    const { plane, tt } = await listenPlane();
    expect(await tt(['keys', 'revoke', KNOWN_KEY.keyId])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: Revoking ${KNOWN_KEY.keyId} ends it permanently. Revoke it? Nobody can answer here.\n  try: add --yes\n`,
    });
    expect(plane.virtualKeys.keys.get(KNOWN_KEY.keyId)?.revokedAt).toBeUndefined();
  });

  it('revokes with --yes, and reports a second revocation as a conflict', async () => {
    const { plane, tt } = await listenPlane();
    const { code, stdout } = await tt(['keys', 'revoke', KNOWN_KEY.keyId, '--yes']);
    expect([code, stdout]).toEqual([0, `The key ${KNOWN_KEY.keyId} of team-a is revoked.\n`]);
    expect(plane.virtualKeys.keys.get(KNOWN_KEY.keyId)?.revokedAt).toEqual(new Date('2026-03-01T12:00:00.000Z'));
    expect((await tt(['keys', 'revoke', KNOWN_KEY.keyId, '--yes'])).code).toBe(5);
  });
});

describe('tt keys rotate', () => {
  it('prints the successor, and the end of the predecessor on standard error', async () => {
    const { plane, tt } = await listenPlane();
    const first = await tt(['keys', 'rotate', KNOWN_KEY.keyId, '--grace', '15m']);
    expect(first).toEqual({
      code: 0,
      stdout: `${plane.virtualKeys.tokens[0]}\n`,
      stderr: `Key ${SECOND} of team-a in ${KEY_ENVIRONMENT}, valid without an expiry. Its text cannot be shown again.\nThe key ${KNOWN_KEY.keyId} is valid until 2026-03-01T12:15:00.000Z.\n`,
    });
    const second = await tt(['keys', 'rotate', SECOND, '--grace', '0']);
    expect([second.stdout, second.stderr.split('\n')[1]]).toEqual([
      `${plane.virtualKeys.tokens[1]}\n`,
      `The key ${SECOND} is revoked.`,
    ]);
  });
});

describe('the key and the address of the management plane', () => {
  it('reads the key from standard input', async () => {
    const { url, key, tt } = await listenPlane();
    const env = { TRUETALLY_MANAGEMENT_URL: url };
    const run = await runTt(['keys', 'list', '--management-key-stdin', '--jq', '.keys | length'], {
      env,
      input: `${key}\n`,
    });
    expect(run).toEqual({ code: 0, stdout: '1\n', stderr: '' });
    expect((await tt(['keys', 'list', '--management-key-stdin'])).stderr).toContain('Standard input has no key.');
  });

  it.each(['', '/tt/api', '/tt/api/v1', '/tt/api/'])('accepts the address with the path "%s"', async (path) => {
    const { url, tt } = await listenPlane();
    const address = url.replace('/tt/api', path);
    expect((await tt(['keys', 'list', '--management-url', address, '--jq', '.keys | length'])).stdout).toBe('1\n');
  });

  it('never shows the key, also not with --debug', async () => {
    const { key, tt } = await listenPlane();
    const { stdout, stderr } = await tt(['keys', 'list', '--debug']);
    expect(stderr).toContain('-H "Authorization: Bearer $TRUETALLY_PLANE_KEY"');
    expect(`${stdout}${stderr}`).not.toContain(key);
  });

  it('refuses a mistyped key and one of another class before any request', async () => {
    const { key, tt } = await listenPlane();
    const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    expect(await tt(['keys', 'list'], { env: { TRUETALLY_PLANE_KEY: wrong } })).toMatchObject({ code: 2, stdout: '' });
    const other = await tt(['keys', 'list'], { env: { TRUETALLY_PLANE_KEY: key.replace('ttp_', 'ttm_') } });
    expect([other.code, other.stderr]).toEqual([
      2,
      'error: The key from TRUETALLY_PLANE_KEY cannot be used.\n  because it is not a key of the management plane. It begins like a management key, which opens the API.\n  try: copy the key again\n',
    ]);
  });

  it('shows a refusal of the service once, with its request', async () => {
    const { tt } = await listenPlane({ token: { role: 'viewer', scopes: ['evals:read'] } });
    const { code, stdout, stderr } = await tt(['keys', 'list', '--json']);
    expect([code, stdout, JSON.parse(stderr)]).toEqual([
      3,
      '',
      {
        code: 'forbidden',
        title: expect.stringContaining('config:read') as string,
        request_id: expect.any(String) as string,
      },
    ]);
  });
});
