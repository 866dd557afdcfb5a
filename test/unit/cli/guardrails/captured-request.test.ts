import { afterAll, beforeAll, expect, it } from 'vitest';
import { openContentStore } from '../../../../content/open-content-store.ts';
import { AMPLE_SPACE } from '../../../../testing/ample-space.ts';
import { runTt } from '../../../../testing/cli/run-tt.ts';
import { CONFIGURATION, makeFolder } from './guardrails-world.ts';

const folder = makeFolder();
const capture = { request: true, response: true, ttlMs: 0, path: `${folder.path}/content` };

beforeAll(async () => {
  folder.write('tt.yaml', `${CONFIGURATION}dashboard: { capture: { request: true, ttl: 0, path: ${capture.path} } }\n`);
  const store = openContentStore(capture, { now: () => new Date('2026-03-01T12:00:00.000Z') }, AMPLE_SPACE);
  const request = JSON.stringify({
    messages: [{ content: 'pay 4111111111111111' }, { content: 'data:image/png;base64,AA' }],
  });
  await store.keep({
    workspaceId: 't_1',
    requestId: 'greq_1',
    admittedAt: new Date('2026-03-01T12:00:00.000Z'),
    request,
    response: 'about Project Falcon',
  });
});
afterAll(() => folder.remove());

const test = async (id: string) =>
  await runTt(['guardrails', 'test', '-c', 'tt.yaml', '--req-id', id, '--jq', '[.bindings[] | {matches, skipped}]'], {
    cwd: folder.path,
  });

it('the captured content of a request is examined part by part', async () => {
  const { code, stdout } = await test('greq_1');
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    [
      {
        matches: [
          {
            item: 'greq_1',
            part: '/messages/0/content',
            detector: 'card',
            kind: 'visa',
            start: 4,
            end: 20,
            masked: '4111******',
          },
        ],
        skipped: [
          { item: 'greq_1', part: '/messages/1/content', reason: 'encoded_media', detectors: ['card', 'iban'] },
        ],
      },
      {
        matches: [
          { item: 'greq_1', part: '', detector: 'words', kind: 'word', start: 6, end: 20, masked: 'Pro******' },
        ],
        skipped: [{ detector: 'sidecar', reason: 'needs_evaluator', evaluator: 'check.safety' }],
      },
    ],
  ]);
});

it('a request without captured content is not found', async () => {
  const { code, stdout, stderr } = await test('greq_2');
  expect([code, stdout]).toEqual([4, '']);
  expect(JSON.parse(stderr)).toMatchObject({ title: 'There is no captured content of the request "greq_2".' });
});
