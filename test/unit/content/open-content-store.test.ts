import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CapturedContent } from '../../../contracts/ingest/events/captured-content.ts';
import { openContentStore } from '../../../content/open-content-store.ts';
import { AMPLE_SPACE } from '../../../testing/ample-space.ts';

const HOUR_MS = 3_600_000;
const ADMITTED = new Date('2026-03-10T23:30:00.000Z');

let folder: string;
let now: Date;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-content-'));
  now = new Date('2026-03-10T23:31:00.000Z');
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(ttlMs = 24 * HOUR_MS, path = join(folder, 'content')) {
  return openContentStore({ request: true, response: true, ttlMs, path }, { now: () => now }, AMPLE_SPACE);
}

const CONTENT: CapturedContent = {
  workspaceId: 'wsp_1',
  requestId: 'req-1',
  admittedAt: ADMITTED,
  request: 'What is six times seven?',
  response: 'Forty-two.',
};

/** Every content file below a folder, by its relative path. */
function files(): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => statSync(join(folder, name)).isFile() && !name.endsWith('.size'))
    .sort();
}

describe('captured content', () => {
  it('is found unchanged by its request, by every process', async () => {
    await open().keep({ ...CONTENT, request: 'ü\u0000\n"’' });
    expect(await open().find(CONTENT)).toEqual({ ...CONTENT, request: 'ü\u0000\n"’' });
    expect(await open().find({ ...CONTENT, workspaceId: 'wsp_2' })).toBe(undefined);
    expect(await open().find({ ...CONTENT, requestId: 'req-2' })).toBe(undefined);
  });

  it('has the reasons of judges, for its own lifetime', async () => {
    const store = open();
    await store.keep(CONTENT);
    await store.keepReason(CONTENT, { outcomeId: 'o1', seat: 2, text: 'It is odd.' });
    await store.keepReason(CONTENT, { outcomeId: 'o1', seat: 0, text: 'It is right.' });
    await store.keepReason(CONTENT, { outcomeId: 'o2', seat: 0, text: 'It is short.' });
    expect(await open().findReasons(CONTENT, 'o1')).toEqual([
      { outcomeId: 'o1', seat: 0, text: 'It is right.' },
      { outcomeId: 'o1', seat: 2, text: 'It is odd.' },
    ]);
    expect(await store.findReasons({ ...CONTENT, requestId: 'req-2' }, 'o1')).toEqual([]);
    expect(await store.find(CONTENT)).toEqual(CONTENT);

    now = new Date('2026-03-11T23:30:00.000Z');
    expect(await store.findReasons(CONTENT, 'o1')).toEqual([]);
    await store.keepReason(CONTENT, { outcomeId: 'o3', seat: 0, text: 'Too late.' });
    expect(files()).toHaveLength(5);
    now = new Date('2026-03-12T23:59:59.999Z');
    expect(await store.hasDue()).toBe(true);
    expect([await store.removeDue(100), files()]).toEqual([5, []]);
    expect(await store.hasDue()).toBe(false);
  });

  it('may arrive in two parts, of which the first remains', async () => {
    const { request, response, ...request_ } = CONTENT;
    const store = open();
    await store.keep({ ...request_, request: request! });
    expect([await store.find(CONTENT), await store.hasWhole(CONTENT)]).toEqual([{ ...request_, request }, false]);
    await store.keep({ ...CONTENT, request: 'Something else.' });
    expect(await store.find(CONTENT)).toEqual({ ...request_, request, response });
    expect([await store.hasWhole(CONTENT), await store.hasWhole({ ...CONTENT, requestId: 'req-2' })]).toEqual([
      true,
      false,
    ]);
  });

  it('marks an interrupted answer, and is not complete with it', async () => {
    const store = open();
    await store.keep({ ...CONTENT, response: 'Forty-', isCutOff: true });
    expect([await store.find(CONTENT), await store.hasWhole(CONTENT)]).toEqual([
      { ...CONTENT, response: 'Forty-', isCutOff: true },
      false,
    ]);
    await store.keep(CONTENT);
    expect([await store.find(CONTENT), await store.hasWhole(CONTENT)]).toEqual([CONTENT, true]);
  });

  it('is stored in a path without sent text, only for this account', async () => {
    await open().keep({ ...CONTENT, workspaceId: '../../etc', requestId: '../passwd\u0000' });
    expect(files()).toEqual([
      expect.stringMatching(/^content\/[0-9a-f]{64}\/2026-03-10\/[0-9a-f]{64}\.request$/),
      expect.stringMatching(/^content\/[0-9a-f]{64}\/2026-03-10\/[0-9a-f]{64}\.response$/),
    ]);
    expect(statSync(join(folder, files()[0]!)).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'content')).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(join(folder, files()[1]!), 'utf8'))).toEqual({
      workspace_id: '../../etc',
      logical_request_id: '../passwd\u0000',
      admitted_at: ADMITTED.toISOString(),
      text: 'Forty-two.',
    });
  });

  it('is not found a millisecond after its time, before and after its removal', async () => {
    await open().keep(CONTENT);
    now = new Date(ADMITTED.getTime() + 24 * HOUR_MS - 1);
    expect(await open().find(CONTENT)).toEqual(CONTENT);
    now = new Date(ADMITTED.getTime() + 24 * HOUR_MS);
    expect([await open().find(CONTENT), await open().hasWhole(CONTENT)]).toEqual([undefined, false]);
    expect([open().since(), open(0).since()]).toEqual([ADMITTED, new Date(0)]);
    await open().keep({ ...CONTENT, requestId: 'late' });
    expect(files()).toHaveLength(2);
  });

  it('is removed in batches after the last of its day is due, including folders', async () => {
    const store = open();
    await store.keep(CONTENT);
    await store.keep({ ...CONTENT, requestId: 'req-2' });
    now = new Date('2026-03-11T23:59:59.999Z');
    expect([await store.hasDue(), await store.removeDue(10)]).toEqual([false, 0]);
    now = new Date('2026-03-12T00:00:00.000Z');
    expect([await store.removeDue(3), await store.removeDue(3), await store.removeDue(3)]).toEqual([3, 1, 0]);
    expect(files()).toEqual([]);
    expect(readdirSync(join(folder, 'content'), { recursive: true })).toHaveLength(1);
  });

  it('without a time is never due, and is removed with the facts of its workspace', async () => {
    const store = open(0);
    await store.keep(CONTENT);
    await store.keep({ ...CONTENT, workspaceId: 'wsp_2' });
    now = new Date('2036-01-01T00:00:00.000Z');
    expect(await store.removeDue(10)).toBe(0);
    expect(await store.removeBefore('wsp_1', new Date('2026-03-10T00:00:00.000Z'))).toBe(0);
    expect(await store.removeBefore('wsp_1', new Date('2026-03-11T00:00:00.000Z'))).toBe(2);
    expect(await store.find(CONTENT)).toBe(undefined);
    expect(await store.find({ ...CONTENT, workspaceId: 'wsp_2' })).toMatchObject({ response: 'Forty-two.' });
  });

  it('of some requests of a day is removed with the reasons of judges, and other content stays', async () => {
    const store = open(0);
    const others = [
      { ...CONTENT, requestId: 'req-2' },
      { ...CONTENT, workspaceId: 'wsp_2' },
      { ...CONTENT, admittedAt: new Date('2026-03-09T23:30:00.000Z') },
    ];
    for (const content of [CONTENT, ...others]) await store.keep(content);
    await store.keepReason(CONTENT, { outcomeId: 'o1', seat: 0, text: 'It is right.' });
    expect(await store.removeRequests('wsp_1', '2026-03-10', ['req-1', 'req-3'])).toBe(3);
    expect(await store.removeRequests('wsp_1', '2026-03-10', ['req-1', 'req-3'])).toBe(0);
    expect(await store.removeRequests('wsp_3', '2026-03-10', ['req-1'])).toBe(0);
    expect([await store.find(CONTENT), await store.findReasons(CONTENT, 'o1')]).toEqual([undefined, []]);
    for (const content of others) expect(await store.find(content)).toEqual(content);
  });

  it('keeps foreign files, and needs no folder to be empty', async () => {
    expect([await open().removeDue(10), await open().find(CONTENT)]).toEqual([0, undefined]);
    mkdirSync(join(folder, 'content', 'of-others', 'notes'), { recursive: true });
    writeFileSync(join(folder, 'content', 'of-others', 'notes', 'a.txt'), 'mine');
    now = new Date('2036-01-01T00:00:00.000Z');
    expect([await open().removeDue(10), files()]).toEqual([0, ['content/of-others/notes/a.txt']]);
  });

  it('that several processes wrote concurrently is complete, and one of theirs', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(10_000));
    await Promise.all(texts.map((response) => open().keep({ ...CONTENT, response })));
    expect(texts).toContain((await open().find(CONTENT))?.response);
    expect(files()).toHaveLength(2);
  });

  it('that cannot be written is an error', async () => {
    writeFileSync(join(folder, 'content'), 'a file');
    await expect(open().keep(CONTENT)).rejects.toThrow('EEXIST');
  });
});
