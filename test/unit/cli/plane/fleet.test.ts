import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenPlane } from '../../../../testing/cli/listen-plane.ts';
import { runTt } from '../../../../testing/cli/run-tt.ts';
import { makeGatewayProcess, SILENT_PROCESS } from '../../../../testing/fakes/fleet.ts';

describe('tt fleet', () => {
  it('lists the processes, with the bytes of the service with --json', async () => {
    const { plane, key, tt } = await listenPlane();
    expect(await tt(['fleet', 'list'])).toEqual({
      code: 0,
      stdout:
        'PROCESS\tSTATE\tHOST\tVERSION\tLAST HEARTBEAT\tCONFIGURATION\nproxy-1\tsilent\tgateway-a\t0.3.0\t2026-03-01 11:00Z\taaaaaaaaaaaa\n',
      stderr: '',
    });
    const answer = await plane.app.inject({ url: '/tt/api/v1/fleet', headers: { authorization: `Bearer ${key}` } });
    expect((await tt(['fleet', 'list', '--json'])).stdout).toBe(answer.body);
    expect((await tt(['fleet', 'list', '--state', 'live'])).stderr).toBe('There are no such processes.\n');
  });

  it('decommissions a silent process, and not a live one', async () => {
    const { plane, tt } = await listenPlane();
    plane.fleet.processes.push(makeGatewayProcess({ processId: 'proxy-2', state: 'live' }));
    expect(await tt(['fleet', 'decommission', SILENT_PROCESS])).toEqual({
      code: 0,
      stdout: 'The process proxy-1 is decommissioned.\n',
      stderr: '',
    });
    expect((await tt(['fleet', 'decommission', 'proxy-2'])).code).toBe(5);
    expect((await tt(['fleet', 'decommission', 'no-such'])).code).toBe(4);
  });
});

describe('--state-dir', () => {
  function installation(address: string): string {
    const path = mkdtempSync(join(tmpdir(), 'tt-state-'));
    onTestFinished(() => rmSync(path, { recursive: true }));
    writeFileSync(join(path, 'connection.json'), JSON.stringify({ management_url: address }));
    return path;
  }

  it('takes the address of the installation before that of the environment, and the key from the environment', async () => {
    const { url, tt } = await listenPlane();
    const args = ['fleet', 'list', '--state-dir', installation(url), '--jq', '.processes[].name'];
    expect(await tt(args, { env: { TRUETALLY_MANAGEMENT_URL: 'http://127.0.0.1:1' } })).toEqual({
      code: 0,
      stdout: 'proxy-1\n',
      stderr: '',
    });
  });

  it('is refused for a folder without an installation', async () => {
    expect(await runTt(['fleet', 'list', '--state-dir', '/nonexistent'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: The folder /nonexistent has no connection.json, so no local installation was started on it.\n  try: --state-dir .data, in the folder of a running installation\n',
    });
  });
});
