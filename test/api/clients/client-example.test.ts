import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { serveApi } from '../../../testing/api/served-api.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const EXAMPLE = join(PROJECT, 'examples/client/two-weeks.ts');

it('the example of docs/client.md equals its file, and runs', async () => {
  const page = await readFile(join(PROJECT, 'docs/client.md'), 'utf8');
  expect(/```ts\n(.*?)```/s.exec(page)?.[1]).toBe(await readFile(EXAMPLE, 'utf8'));

  const folder = await mkdtemp(join(tmpdir(), 'truetally-client-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'connection.json');
  const { baseUrl, token, organizationId, workspaceId } = await serveApi();
  const place = { organization_id: organizationId, workspace_id: workspaceId, credentials: { owner: token } };
  await writeFile(file, JSON.stringify({ base_url: baseUrl, ...place }));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', EXAMPLE, file], { cwd: PROJECT });
  const output = stdout.replaceAll(/(rrun|sv)_[0-9a-z]{26}/g, '$1_');
  expect(output.split('\n')).toEqual([
    'run rrun_: ready',
    'report Two weeks of sv_',
    'csv text/csv; charset=utf-8; header=present: some bytes',
    'refused: forbidden, refresh_access',
    '',
  ]);
});
