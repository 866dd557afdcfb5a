import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCapturedRequest } from '../../../content/find-captured-request.ts';
import { openContentStore } from '../../../content/open-content-store.ts';
import { AMPLE_SPACE } from '../../../testing/ample-space.ts';

const ADMITTED = new Date('2026-03-01T12:00:00.000Z');
const NOW = new Date('2026-03-02T12:00:00.000Z');

describe('the captured content of a request', () => {
  const path = mkdtempSync(join(tmpdir(), 'content-'));
  const capture = { request: true, response: true, ttlMs: 7 * 86_400_000, path };

  beforeAll(async () => {
    const store = openContentStore(capture, { now: () => NOW }, AMPLE_SPACE);
    const shared = { workspaceId: 't_1', admittedAt: ADMITTED };
    await store.keep({ ...shared, requestId: 'a', request: 'question', response: 'answer' });
    await store.keep({ ...shared, requestId: 'b', request: 'question', response: 'ans', isCutOff: true });
    const source = { requestId: 'a', admittedAt: ADMITTED, parts: ['response'] } as const;
    await store.keep({ ...shared, requestId: 'c', request: 'same question', source });
  });
  afterAll(() => rmSync(path, { recursive: true }));

  it('is found by the id of the request alone', async () => {
    expect(await findCapturedRequest(capture, 'a', NOW)).toEqual({ request: 'question', response: 'answer' });
    expect(await findCapturedRequest(capture, 'b', NOW)).toEqual({
      request: 'question',
      response: 'ans',
      isCutOff: true,
    });
  });

  it('includes a part that another request lends', async () => {
    expect(await findCapturedRequest(capture, 'c', NOW)).toEqual({ request: 'same question', response: 'answer' });
  });

  it('is not found if it has expired, if none was stored, or if the folder does not exist', async () => {
    expect(await findCapturedRequest({ ...capture, ttlMs: 3_600_000 }, 'a', NOW)).toBeUndefined();
    expect(await findCapturedRequest(capture, 'd', NOW)).toBeUndefined();
    expect(await findCapturedRequest({ ...capture, path: join(path, 'none') }, 'a', NOW)).toBeUndefined();
  });
});
