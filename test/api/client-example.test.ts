import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { reportDigest } from '../../contracts/report-digest.ts';
import { anAnswer } from '../support/api/answers.ts';
import { ORG, WS } from '../support/api/demo-ids.ts';
import { TestApi, tokenOf } from '../support/api/test-api.ts';

const PROJECT = join(import.meta.dirname, '../..');
const EXAMPLE = join(PROJECT, 'examples/client/two-weeks.ts');

/** An API on a real port, whose runs are ready as soon as they are created. */
async function serve(): Promise<string> {
  const api = new TestApi();
  const { plane } = api;
  const create = plane.reports.create.bind(plane.reports);
  plane.reports.create = async (input) => {
    const created = await create(input);
    const { run_id, question, view_revision, window } = input.run;
    const frozen = { from: new Date(window.from), to: new Date(window.to) };
    const digest = reportDigest({ question, window: frozen, viewRevision: view_revision, answer: anAnswer() });
    plane.answers.set(run_id, anAnswer());
    plane.settle(run_id, { state: 'ready', artifact_digest: digest, group_count: 1 });
    return created;
  };
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => api.app.close());
  return url;
}

it('the example of docs/client.md is its file, and runs', async () => {
  const page = await readFile(join(PROJECT, 'docs/client.md'), 'utf8');
  expect(/```ts\n(.*?)```/s.exec(page)?.[1]).toBe(await readFile(EXAMPLE, 'utf8'));

  const folder = await mkdtemp(join(tmpdir(), 'truetally-client-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'connection.json');
  const place = { organization_id: ORG, workspace_id: WS, credentials: { owner: tokenOf('owner') } };
  await writeFile(file, JSON.stringify({ base_url: await serve(), ...place }));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', EXAMPLE, file], { cwd: PROJECT });
  const said = stdout.replaceAll(/(rrun|sv)_[0-9a-z]{26}/g, '$1_');
  expect(said.split('\n')).toEqual([
    'run rrun_: ready',
    'report Two weeks of sv_',
    'csv text/csv; charset=utf-8; header=present: some bytes',
    'refused: forbidden, refresh_access',
    '',
  ]);
});
