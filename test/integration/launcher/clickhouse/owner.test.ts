import { setMaxListeners } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_WAITING_STATEMENTS } from '../../../../launcher/clickhouse/statement-admission.ts';
import { type OwnerProcess, startOwner } from './owner-process.ts';
import { catchError } from './test-database.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-owner-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function startForTest(folder: string): Promise<OwnerProcess> {
  const owner = await startOwner(folder);
  onTestFinished(async () => {
    owner.child.kill('SIGKILL');
    await owner.exited;
  });
  return owner;
}

describe('the process of the embedded ClickHouse', () => {
  it.each([
    ['no thread pool size', { UV_THREADPOOL_SIZE: '' }, 'UV_THREADPOOL_SIZE must be at least 8'],
    ['no password', { TRUETALLY_CLICKHOUSE_PASSWORD: '' }, 'TRUETALLY_CLICKHOUSE_PASSWORD is not set.'],
    ['an invalid port', { TRUETALLY_CLICKHOUSE_PORT: 'x' }, 'TRUETALLY_CLICKHOUSE_PORT must be a port number'],
  ])('ends with a sentence if it gets %s', async (_, environment, sentence) => {
    await expect(startOwner(newFolder(), environment)).rejects.toThrow(`It ended with 1: ${sentence}`);
  });

  it('ends with a sentence if its folder or its port is in use', async () => {
    const folder = newFolder();
    const owner = await startForTest(folder);
    await expect(startOwner(folder)).rejects.toThrow(/It ended with 1:[^]*Another process uses it/);
    const { port } = new URL(owner.url);
    await expect(startOwner(newFolder(), { TRUETALLY_CLICKHOUSE_PORT: port })).rejects.toThrow(
      `It ended with 1: Port ${port}, where ClickHouse was to listen, is in use.`,
    );
  });

  it('ends with code 0 on request, even while a query runs', async () => {
    const owner = await startForTest(newFolder());
    const client = createClient({ url: owner.url });
    const answer = await client.query({
      query: 'SELECT number FROM numbers(100000000000)',
      format: 'JSONEachRow',
    });
    // Nothing reads the answer, so the query cannot end before its process.
    answer.stream().on('error', () => undefined);
    owner.child.kill('SIGTERM');
    expect(await owner.exited).toBe(0);
    await client.close();
  });

  it('immediately refuses a statement if the queue is full, and still answers light ones', async () => {
    const owner = await startForTest(newFolder());
    const client = createClient({
      url: owner.url,
      max_open_connections: 1_000,
      log: { level: ClickHouseLogLevel.OFF },
    });
    const stop = new AbortController();
    setMaxListeners(0, stop.signal);
    // The query is heavy and takes longer than the test, so no running query releases its slot to a waiting one.
    const slow = 'SELECT sum(sleepEachRow(0.5)) FROM numbers(120) SETTINGS max_block_size = 1';
    const ask = (): Promise<unknown> => client.query({ query: slow, abort_signal: stop.signal });
    let answered = 0;
    const asked = Array.from({ length: 6 + MAX_WAITING_STATEMENTS + 20 }, () =>
      catchError(ask())
        .catch(() => 'stopped')
        .finally(() => (answered += 1)),
    );
    const refused = { code: '202', type: 'TOO_MANY_SIMULTANEOUS_QUERIES' };
    expect(await Promise.race(asked)).toEqual(refused);
    expect(await (await client.query({ query: 'SELECT 1 AS one', format: 'JSONEachRow' })).json()).toEqual([
      { one: 1 },
    ]);
    // The refusals arrive one after the other. If the engine stopped earlier, some of them would be `stopped`.
    await expect.poll(() => answered).toBe(20);
    stop.abort();
    const outcomes = await Promise.all(asked);
    expect(outcomes.filter((outcome) => outcome !== 'stopped')).toEqual(Array(20).fill(refused));
    await client.close();
  });

  it.runIf(process.platform === 'linux')('streams a result many times its memory', async () => {
    const owner = await startForTest(newFolder());
    const client = createClient({ url: owner.url });
    const peak = (): number =>
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${String(owner.child.pid)}/status`, 'utf8'))?.[1]) / 1024;
    await (await client.query({ query: 'SELECT 1' })).text();
    const before = peak();
    const answer = await client.exec({
      query: 'SELECT number, toString(number) AS text FROM numbers(10000000) FORMAT JSONEachRow',
    });
    let bytes = 0;
    for await (const chunk of answer.stream) bytes += (chunk as Buffer).length;
    expect(bytes).toBe(357_777_780);
    expect(peak() - before).toBeLessThan(200);
    await client.close();
  });
});
