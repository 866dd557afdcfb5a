import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openImportedFile, hashFile } from '../../../../journal/files/imported-file.ts';
import { listSegments, openJournalFolder } from '../../../../journal/files/journal-folder.ts';
import { JournalWriter } from '../../../../journal/files/journal-writer.ts';
import { demoTraffic } from '../../../../launcher/demo/demo-traffic.ts';
import { makeEndedCall } from '../../../../testing/journal/make-ended-call.ts';

const LIMITS = { lines: 1_000, bytes: 1_000_000 };
const leaf = { applicationId: 'app_1', gatewayId: 'gw_1', environmentId: 'env_1' };
const now = new Date('2026-01-02T03:04:05.678Z');
const events = demoTraffic({ organizationId: 'org_1', workspaceId: 't_1', environments: [leaf], now, requests: 20 });

describe('the journal', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'truetally-journal-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('returns appended lines in order', async () => {
    const writer = new JournalWriter({ folder, writerId: 'gateway-1', waitsForDisk: true });
    await Promise.all(events.map((event) => writer.append([event])));
    await writer.close();
    const [source, ...others] = await openJournalFolder(folder).sources();
    const block = await source!.read(0n, LIMITS);
    expect(others).toEqual([]);
    expect(block.lines.map((line) => JSON.parse(line) as unknown)).toEqual(events);
    expect(block.lastOffset).toBe(await source!.end());
  });

  it('waits for the disk once for all concurrent callers, and returns what it wrote', async () => {
    const written: number[] = [];
    const onWritten = (bytes: number): void => void written.push(bytes);
    const writer = new JournalWriter({ folder, writerId: 'gateway-1', waitsForDisk: true, onWritten });
    await Promise.all(Array.from({ length: 50 }, (_, index) => writer.appendLines([String(index).padStart(9, '0')])));
    await writer.close();
    expect(written).toEqual([500]);
  });

  it('flushes after callers that do not wait for the disk, and reports a failure to the next one', async () => {
    const flushes = await watchFlushes(folder);
    const writer = new JournalWriter({ folder, writerId: 'gateway-1' });
    flushes.mockRejectedValueOnce(new Error('the disk is gone'));
    await writer.appendLines(['one']);
    expect(flushes).not.toHaveBeenCalled();
    await expect.poll(() => flushes.mock.calls.length).toBe(1);
    await expect(writer.appendLines(['two'])).rejects.toThrow('the disk is gone');
    await writer.appendLines(['three']);
    await writer.close();
    const sources = await openJournalFolder(folder).sources();
    expect(sources.map((source) => source.writer)).toEqual(['gateway-1', 'gateway-1']);
    const blocks = sources.map((source) => source.read(0n, LIMITS));
    expect((await Promise.all(blocks)).map(({ lines }) => lines)).toEqual([['one'], ['three']]);
  });

  it('writes immediately if no caller waits for the disk, and in another turn during a flush', async () => {
    const flushes = await watchFlushes(folder);
    const writer = new JournalWriter({ folder, writerId: 'gateway-1' });
    await writer.appendLines(['one']);
    const [name = ''] = await listSegments(folder);
    const text = (): string => readFileSync(join(folder, name), 'utf8');
    let flushed = (): void => undefined;
    flushes.mockImplementationOnce(() => new Promise((resolve) => (flushed = resolve)));
    await expect.poll(() => flushes.mock.calls.length).toBe(1);
    const two = writer.appendLines(['two', 'three']);
    expect(text()).toBe('one\n');
    await two;
    flushed();
    await expect.poll(() => text()).toBe('one\ntwo\nthree\n');
    await nextTurn();
    const four = writer.appendLines(['four']);
    expect(text()).toBe('one\ntwo\nthree\nfour\n');
    await four;
    await writer.close();
  });

  it('is on the disk when it is read, for any writer', async () => {
    appendFileSync(join(folder, 'gateway-1.00000001.0123abcd.jsonl'), 'one\n');
    const [source] = await openJournalFolder(folder).sources();
    const flushes = await watchFlushes(folder);
    expect((await source!.read(0n, LIMITS)).lines).toEqual(['one']);
    expect(flushes).toHaveBeenCalledTimes(1);
  });

  it('rejects each append of a failed write, and continues in another segment', async () => {
    const writer = new JournalWriter({
      folder: join(folder, 'file', 'journal'),
      writerId: 'gateway-1',
      waitsForDisk: true,
    });
    appendFileSync(join(folder, 'file'), '');
    const failed = await Promise.allSettled([writer.appendLines(['one']), writer.appendLines(['two'])]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    rmSync(join(folder, 'file'));
    await writer.appendLines(['three']);
    await writer.close();
    const [source] = await openJournalFolder(join(folder, 'file', 'journal')).sources();
    expect((await source!.read(0n, LIMITS)).lines).toEqual(['three']);
  });

  it('reads no incomplete line, and reads it when it is complete', async () => {
    const name = 'gateway-1.00000001.0123abcd.jsonl';
    appendFileSync(join(folder, name), '{"a":1}\n{"b":"ü');
    const [source] = await openJournalFolder(folder).sources();
    expect(await source!.read(0n, LIMITS)).toEqual({ lines: ['{"a":1}'], firstOffset: 0n, lastOffset: 8n });
    expect((await source!.read(8n, LIMITS)).lines).toEqual([]);
    appendFileSync(join(folder, name), '"}\n');
    expect((await source!.read(8n, LIMITS)).lines).toEqual(['{"b":"ü"}']);
  });

  it('returns equal lines for the offsets of a block, with any later lines', async () => {
    const name = 'gateway-1.00000001.0123abcd.jsonl';
    appendFileSync(join(folder, name), 'one\ntwo\nthree\n');
    const [source] = await openJournalFolder(folder).sources();
    const block = await source!.read(4n, { lines: 1, bytes: 1_000 });
    appendFileSync(join(folder, name), 'four\n');
    expect(block).toEqual({ lines: ['two'], firstOffset: 4n, lastOffset: 8n });
    expect(await source!.readAgain(4n, 8n)).toEqual(block);
  });

  it('counts each event of a line at the end of a block, and never cuts a line', async () => {
    const { line: three } = makeEndedCall(1, 'ü');
    const lines = [three, '{}', three, '{}', three];
    appendFileSync(join(folder, 'gateway-1.00000001.0123abcd.jsonl'), lines.map((line) => `${line}\n`).join(''));
    const [source] = await openJournalFolder(folder).sources();
    const blocks = [];
    for (let from = 0n; from < (await source!.end()); from = blocks.at(-1)!.lastOffset)
      blocks.push(await source!.read(from, { lines: 5, bytes: 10_000 }));
    expect(blocks.map((block) => block.lines)).toEqual([
      [three, '{}', three],
      ['{}', three],
    ]);
    for (const block of blocks) expect(await source!.readAgain(block.firstOffset, block.lastOffset)).toEqual(block);
  });

  it('begins a new segment at every start and when one is full', async () => {
    for (let start = 1; start <= 2; start += 1) {
      const writer = new JournalWriter({ folder, writerId: 'gateway-1', segmentBytes: 10 });
      await writer.append(events.slice(0, 1));
      await writer.append(events.slice(1, 2));
      await writer.close();
    }
    const names = await listSegments(folder);
    expect(names.map((name) => name.split('.')[1])).toEqual(['00000001', '00000002', '00000003', '00000004']);
  });

  it('is empty without a folder', async () => {
    expect(await openJournalFolder(join(folder, 'none')).sources()).toEqual([]);
  });
});

/** Records the file flushes of this process until the test has ended. */
async function watchFlushes(folder: string) {
  const any = await open(folder, 'r');
  const flushes = vi.spyOn(Object.getPrototypeOf(any) as FileHandle, 'datasync');
  await any.close();
  onTestFinished(() => flushes.mockRestore());
  return flushes;
}

describe('an imported file', () => {
  it('counts lines, reads its last one without a newline, and can be read again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'truetally-file-'));
    const path = join(folder, 'traffic.jsonl');
    appendFileSync(path, 'one\r\n\nthree\nfour');
    const file = await openImportedFile(path, await hashFile(path));
    expect(await file.read(1n, LIMITS)).toEqual({ lines: ['', 'three', 'four'], firstOffset: 1n, lastOffset: 4n });
    expect((await file.read(4n, LIMITS)).lines).toEqual([]);
    expect((await file.readAgain(0n, 1n)).lines).toEqual(['one\r']);
    expect(file.id).toBe('file:023ac4a832509888dd13fae16cc14d7253699fb456c5f3aea9baedabcf846563');
    await file.close();
    rmSync(folder, { recursive: true });
  });
});
