import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeToken } from '../../../../store/tenancy/credential-token.ts';
import { MISSING_IDS } from '../../../../testing/api/answers.ts';
import { ORGANIZATION_ID } from '../../../../testing/api/demo-ids.ts';
import { runTt } from '../../../../testing/cli/run-tt.ts';
import { serveLane } from '../../../../testing/cli/serve-lane.ts';

/** A server that answers everything with 503 at once. */
async function serveBusy(): Promise<string> {
  const server = createServer((_request, response) => {
    const problem = {
      type: 'x',
      title: 'Busy',
      status: 503,
      code: 'dependency_unavailable',
      detail: 'The store is busy.',
    };
    response.writeHead(503, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('tt cloud', () => {
  it('ends with 3 for a refusal, 4 for a missing resource, and explains both', async () => {
    const { tt } = await serveLane();
    const refused = await tt(['service-identity', 'create', '--name', 'x'], { as: 'analyst' });
    expect([refused.code, refused.stdout, refused.stderr.startsWith('error: ')]).toEqual([3, '', true]);
    expect(refused.stderr).toMatch(/\n {2}request: req_[0-9a-z]{26}\n$/);
    const missing = await tt(['report', 'get', MISSING_IDS.report, '--json']);
    expect([missing.code, missing.stdout]).toEqual([4, '']);
    expect(JSON.parse(missing.stderr)).toMatchObject({ code: 'not_found' });
  });

  it('ends with 3 for a key that the service does not know', async () => {
    const { tt } = await serveLane();
    const { token } = makeToken('management');
    const { code, stdout, stderr } = await tt(['me', '--debug'], { env: { TRUETALLY_MANAGEMENT_KEY: token } });
    expect([code, (stdout + stderr).includes(token)]).toEqual([3, false]);
  });

  it('ends with 6 if nobody answers, or if the service stays busy', async () => {
    const env = { TRUETALLY_MANAGEMENT_KEY: makeToken('management').token, TRUETALLY_ORGANIZATION: ORGANIZATION_ID };
    const closed = await runTt(['cloud', 'me', '--base-url', 'http://127.0.0.1:1'], { env });
    expect([closed.code, closed.stdout]).toEqual([6, '']);
    const busy = await runTt(['cloud', 'me', '--base-url', await serveBusy(), '--json'], { env });
    expect([busy.code, JSON.parse(busy.stderr)]).toEqual([
      6,
      { code: 'dependency_unavailable', title: 'The store is busy.' },
    ]);
  });

  it('refuses a mistyped key, or one of another class, before any request', async () => {
    const { tt, requests, keyOf } = await serveLane();
    const key = keyOf('owner');
    const other = key.endsWith('0') ? '1' : '0';
    for (const wrong of [`${key.slice(0, -1)}${other}`, makeToken('runtime').token, 'nonsense']) {
      const { code, stdout, stderr } = await tt(['me'], { env: { TRUETALLY_MANAGEMENT_KEY: wrong } });
      expect([code, stdout, stderr.includes(wrong)]).toEqual([2, '', false]);
    }
    expect(requests).toEqual([]);
  });

  it('never prints a key, and sends it in the header alone', async () => {
    const { tt, requests, keyOf } = await serveLane();
    const runs = [
      await tt(['me', '--debug']),
      await tt([
        'report',
        'create',
        '--name',
        'x',
        '--view',
        MISSING_IDS.view,
        '--expected-view-revision',
        '1',
        '--debug',
      ]),
      await tt(['insights', 'overview', '--debug', '--json']),
    ];
    for (const { stdout, stderr } of runs) expect((stdout + stderr).includes(keyOf('owner'))).toBe(false);
    for (const { url, answer } of requests) expect((url + answer).includes(keyOf('owner'))).toBe(false);
  });

  it('refuses documents that are no JSON objects, too large, or on the input of the key', async () => {
    const { tt, requests, keyOf } = await serveLane();
    const words = ['report', 'create', '--body'];
    const runs = [
      await tt([...words, '-'], { input: '[]' }),
      await tt([...words, '-'], { input: 'nonsense' }),
      await tt([...words, '-'], { input: ' '.repeat(1_048_577) }),
      await tt([...words, '/nonexistent/body.json']),
      await tt([...words, '-', '--management-key-stdin'], { input: keyOf('owner') }),
    ];
    expect(runs.map(({ code, stderr }) => [code, stderr.split('\n', 1)[0]])).toEqual([
      [2, 'error: The document of --body is not a JSON object.'],
      [2, 'error: The document of --body is not a JSON object.'],
      [2, 'error: The document of --body is larger than 1048576 bytes.'],
      [2, 'error: The file /nonexistent/body.json of --body cannot be read (ENOENT).'],
      [2, 'error: Standard input cannot hold both the key and the document of --body.'],
    ]);
    expect(requests).toEqual([]);
  });
});
