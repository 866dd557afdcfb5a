import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeCredentialBody, putService } from '../../../../testing/identities/made-service.ts';
import { serveLane, type ServedLane } from '../../../../testing/cli/serve-lane.ts';

interface Minted {
  readonly data: {
    readonly credential: { readonly credential_id: string; operation_id: string };
    readonly token: string;
  };
}

function createWords(serviceId: string): string[] {
  const { environment_id: env, gateway_ids: gateways, label } = makeCredentialBody();
  const gateway = gateways.flatMap((id) => ['--gateway', id]);
  return ['credential', 'create', '--service', serviceId, '--env', env, ...gateway, '--label', label];
}

/** Makes each new credential ready at its second read. */
function becomeReady({ api: { plane } }: ServedLane): void {
  const { credentials, credentialRows } = plane.identities;
  const find = credentials.findOperation.bind(credentials);
  const read = new Set<string>();
  credentials.findOperation = async (id) => {
    const found = await find(id);
    if (found !== undefined && read.has(id)) {
      const row = credentialRows.get(found.credential_id)!;
      credentialRows.set(found.credential_id, { ...row, ready_at: '2026-03-01T12:00:00.000Z' });
      return find(id);
    }
    read.add(id);
    return found;
  };
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tt-credentials-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('tt cloud credential', () => {
  it('create prints the bytes of the service, and the text of the credential once', async () => {
    const lane = await serveLane();
    const service = putService(lane.api.plane.identities);
    const { code, stdout, stderr } = await lane.tt([...createWords(service.service_id), '--ttl-days', '30', '--json']);
    expect([code, stdout]).toEqual([0, lane.requests.at(-1)?.answer]);
    const { token, credential } = (JSON.parse(stdout) as Minted).data;
    expect(credential).toMatchObject({ label: 'production', ttl_days: 30, readiness: 'minted' });
    expect(stdout.split(token).length - 1).toBe(1);
    expect(stderr).toBe(
      `Store the text of the credential now. It is not shown again.\nSee when it works: tt cloud credential status --operation ${credential.operation_id}\n`,
    );
    expect(lane.requests.at(-1)?.headers['idempotency-key']).toBeUndefined();
  });

  it('create --wait ends with 0 when every gateway accepts the credential', async () => {
    const lane = await serveLane();
    becomeReady(lane);
    const service = putService(lane.api.plane.identities);
    const { code, stderr } = await lane.tt([...createWords(service.service_id), '--wait']);
    expect([code, stderr]).toEqual([
      0,
      'Store the text of the credential now. It is not shown again.\nThe credential is ready.\n',
    ]);
  });

  it('create --wait ends with 6 after its time-out, and shows the text nevertheless', async () => {
    const lane = await serveLane();
    const service = putService(lane.api.plane.identities);
    const { code, stdout, stderr } = await lane.tt([
      ...createWords(service.service_id),
      '--wait',
      '--wait-timeout',
      '1ms',
    ]);
    expect([code, /^credential text\tttv_[0-9a-zA-Z]{82}$/m.test(stdout)]).toEqual([6, true]);
    expect(stderr).toContain('The time is over, and the credential is not ready.');
  });

  it('create --wait ends with 3 for a credential that was revoked meanwhile', async () => {
    const lane = await serveLane();
    const { credentials } = lane.api.plane.identities;
    const find = credentials.findOperation.bind(credentials);
    credentials.findOperation = async (id) => {
      const found = await find(id);
      return found && { ...found, readiness: 'revoked' };
    };
    const service = putService(lane.api.plane.identities);
    const { code, stderr } = await lane.tt([...createWords(service.service_id), '--wait']);
    expect([code, stderr.split('\n')[1]]).toEqual([3, 'The credential is revoked.']);
  });

  it('reads the key from standard input, once for all requests of a command', async () => {
    const lane = await serveLane();
    becomeReady(lane);
    const service = putService(lane.api.plane.identities);
    const { code, stdout, stderr } = await lane.tt(
      [...createWords(service.service_id), '--wait', '--management-key-stdin'],
      {
        input: `${lane.keyOf('owner')}\n`,
        env: { TRUETALLY_MANAGEMENT_KEY: '' },
      },
    );
    expect([code, (stdout + stderr).includes(lane.keyOf('owner'))]).toEqual([0, false]);
  });

  it('mints nothing if the answer could not be shown', async () => {
    const lane = await serveLane();
    const service = putService(lane.api.plane.identities);
    const folder = makeFolder();
    const file = join(folder, 'key.json');
    writeFileSync(file, 'mine');
    const words = createWords(service.service_id);
    const refused = [
      await lane.tt([...words, '-o', file]),
      await lane.tt([...words, '-o', join(folder, 'missing', 'key.json')]),
      await lane.tt([...words, '--jq', '.data.token | error("no")']),
      await lane.tt([...words, '--jq', '.data.']),
    ];
    expect(refused.map(({ code, stdout }) => [code, stdout])).toEqual([
      [2, ''],
      [2, ''],
      [2, ''],
      [2, ''],
    ]);
    expect([lane.requests, readFileSync(file, 'utf8')]).toEqual([[], 'mine']);
    const kept = join(folder, 'new.json');
    expect((await lane.tt([...words, '--json', '-o', kept])).code).toBe(0);
    expect([statSync(kept).mode & 0o777, readFileSync(kept, 'utf8')]).toEqual([0o600, lane.requests[0]?.answer]);
    expect((await lane.tt([...words, '--jq', '.data.token'])).stdout).toMatch(/^ttv_[0-9a-zA-Z]{82}\n$/);
  });

  it('rotate sends only what its flags state', async () => {
    const lane = await serveLane();
    const service = putService(lane.api.plane.identities);
    const made = JSON.parse((await lane.tt([...createWords(service.service_id), '--json'])).stdout) as Minted;
    const id = made.data.credential.credential_id;
    const rotated = await lane.tt(['credential', 'rotate', '--credential-id', id, '--json']);
    expect([rotated.code, rotated.stdout]).toEqual([0, lane.requests.at(-1)?.answer]);
    const again = JSON.parse(rotated.stdout) as {
      data: { predecessor: object; credential: { credential_id: string } };
    };
    expect(again.data.predecessor).toMatchObject({ credential_id: id, expires_at: '2026-03-01T12:15:00.000Z' });
    const next = again.data.credential.credential_id;
    const now = ['credential', 'rotate', '--credential-id', next, '--revoke-previous-now', '--no-team'];
    expect((await lane.tt(now)).code).toBe(2);
    expect((await lane.tt([...now, '--yes'])).code).toBe(0);
    expect((await lane.tt(['credential', 'rotate', '--credential-id', next])).code).toBe(5);
  });

  it('revoke needs a confirmation, and a second revocation ends with 5', async () => {
    const lane = await serveLane();
    const service = putService(lane.api.plane.identities);
    const made = JSON.parse((await lane.tt([...createWords(service.service_id), '--json'])).stdout) as Minted;
    const { credential_id: id, operation_id: operation } = made.data.credential;
    const words = ['credential', 'revoke', '--credential-id', id];
    expect((await lane.tt(words)).code).toBe(2);
    const revoked = await lane.tt([...words, '--yes']);
    expect([revoked.code, revoked.stdout.split('\n', 1)[0]]).toEqual([0, 'readiness\trevoked']);
    expect((await lane.tt([...words, '--yes'])).code).toBe(5);
    const status = await lane.tt(['credential', 'status', '--operation', operation]);
    expect([status.code, status.stdout.split('\n', 1)[0]]).toEqual([0, 'readiness\trevoked']);
    expect((await lane.tt(['credential', 'list', '--service', service.service_id])).stdout).toContain(
      `revoked\tproduction\t${id}\t`,
    );
    expect((await lane.tt(['credential', 'get', '--credential-id', id])).stdout).not.toContain(made.data.token);
  });
});
