import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { describe, expect, inject, it } from 'vitest';
import { createTestDatabase, catchError, onlyRow } from './test-database.ts';

/** A statement of 20 s, row by row, which is long enough to be listed as running. */
const SLOW = 'SELECT sleepEachRow(0.1) AS s, number FROM numbers(200) SETTINGS max_block_size = 1';

describe('errors', () => {
  it.each([
    ['a syntax error', 'SELEC 1', {}, { code: '62', type: 'SYNTAX_ERROR' }],
    ['an unknown table', 'SELECT * FROM nowhere', {}, { code: '60', type: 'UNKNOWN_TABLE' }],
    [
      'an exceeded time limit',
      'SELECT max(sleepEachRow(0.1)) FROM numbers(300) SETTINGS max_block_size = 1',
      { max_execution_time: 1 },
      { code: '159', type: 'TIMEOUT_EXCEEDED' },
    ],
    [
      'too much memory',
      'SELECT uniqExact(number, toString(number)) FROM numbers(5000000)',
      {
        max_memory_usage: '20000000',
        max_bytes_before_external_group_by: '0',
        max_bytes_ratio_before_external_group_by: 0,
      },
      { code: '241', type: 'MEMORY_LIMIT_EXCEEDED' },
    ],
    [
      'too many rows read',
      'SELECT count() FROM numbers(1000000) WHERE number > 1',
      { max_rows_to_read: '10' },
      { code: '158', type: 'TOO_MANY_ROWS' },
    ],
    [
      'too many rows in the result',
      'SELECT number FROM numbers(1000000)',
      { max_result_rows: '10', result_overflow_mode: 'throw' },
      { code: '396', type: 'TOO_MANY_ROWS_OR_BYTES' },
    ],
    [
      'a write in a read-only statement',
      'CREATE TABLE x (n Int8) ENGINE = Memory',
      { readonly: '1' },
      { code: '164', type: 'READONLY' },
    ],
    ['an unknown setting', 'SELECT 1', { no_such_setting: '1' }, { code: '115', type: 'UNKNOWN_SETTING' }],
    ['several statements', 'SELECT 1; SELECT 2', {}, { code: '62', type: 'SYNTAX_ERROR' }],
  ] as const)('name %s', async (_, query, clickhouse_settings, expected) => {
    await using database = await createTestDatabase();
    const { client } = database;
    const work = /^CREATE/.test(query)
      ? client.command({ query, clickhouse_settings })
      : client.query({ query, format: 'JSONEachRow', clickhouse_settings }).then((answer) => answer.json());
    expect(await catchError(work)).toEqual(expected);
  });

  it('reach the reader in the middle of a stream', async () => {
    await using database = await createTestDatabase();
    for (const response of [false, true]) {
      const answer = await database.connect({ compression: { response } }).query({
        query: "SELECT number, throwIf(number = 900000, 'too far') AS t FROM numbers(1000000)",
        format: 'JSONEachRow',
      });
      const read = async (): Promise<void> => {
        for await (const chunk of answer.stream()) expect(chunk.length).toBeGreaterThan(0);
      };
      expect(await catchError(read())).toEqual({ code: '395', type: 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO' });
    }
  });

  it.each([
    ["SELECT 1 INTO OUTFILE '/tmp/truetally-refused' FORMAT CSV"],
    ["INSERT INTO t FROM INFILE '/etc/passwd' FORMAT LineAsString"],
  ])('refuse the files of the server: %s', async (query) => {
    await using database = await createTestDatabase();
    await database.client.command({ query: 'CREATE TABLE t (s String) ENGINE = MergeTree ORDER BY s' });
    await expect(database.client.command({ query })).rejects.toBeInstanceOf(ClickHouseError);
    expect(await onlyRow(database.client, 'SELECT count() AS rows FROM t')).toEqual({ rows: '0' });
  });

  it('refuse a wrong password, an unknown user and no credentials', async () => {
    for (const credentials of [{ password: 'wrong' }, { username: 'nobody' }]) {
      const url = new URL(inject('clickhouseUrl'));
      const client = createClient({
        url: url.origin,
        username: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
        log: { level: ClickHouseLogLevel.OFF },
        ...credentials,
      });
      expect(await catchError(client.query({ query: 'SELECT 1' }))).toEqual({
        code: '516',
        type: 'AUTHENTICATION_FAILED',
      });
      await client.close();
    }
  });
});

describe('concurrent requests', () => {
  it('do not share their settings', async () => {
    await using database = await createTestDatabase();
    const { client } = database;
    const read = async (max_threads: number | undefined): Promise<string> =>
      (
        await onlyRow<{ threads: string }>(client, "SELECT toString(getSetting('max_threads')) AS threads", {
          clickhouse_settings: max_threads === undefined ? {} : { max_threads },
        })
      ).threads;
    const before = await read(undefined);
    expect(await Promise.all([3, 5, 7, 3, 5, 7].map((threads) => read(threads)))).toEqual([
      '3',
      '5',
      '7',
      '3',
      '5',
      '7',
    ]);
    expect(await read(undefined)).toBe(before);
  });

  it('stop in the engine when their client disconnects', async () => {
    await using database = await createTestDatabase();
    const { client, name } = database;
    const running = async (): Promise<string> =>
      (
        await onlyRow<{ running: string }>(
          client,
          "SELECT count() AS running FROM system.processes WHERE position(query, {mark:String}) > 0 AND position(query, 'processes') = 0",
          { query_params: { mark: `mark of ${name}` } },
        )
      ).running;
    const abort = new AbortController();
    const work = client
      .query({
        query: `SELECT /* mark of ${name} */ ${SLOW.slice(7)}`,
        format: 'JSONEachRow',
        abort_signal: abort.signal,
      })
      .then((answer) => answer.text());
    const stopped = expect(work).rejects.toThrow();
    await expect.poll(running, { timeout: 10_000 }).toBe('1');
    abort.abort();
    await stopped;
    await expect.poll(running, { timeout: 10_000 }).toBe('0');
  });

  it('are not blocked by eight heavy ones', async () => {
    await using database = await createTestDatabase();
    const { client } = database;
    const abort = new AbortController();
    let ended = 0;
    const heavy = Array.from({ length: 8 }, () =>
      client
        .query({
          query: 'SELECT sum(cityHash64(number)) FROM numbers(100000000000)',
          abort_signal: abort.signal,
          clickhouse_settings: { max_threads: 1 },
        })
        .catch(() => undefined)
        .finally(() => (ended += 1)),
    );
    await expect
      .poll(async () =>
        Number(
          (
            await onlyRow<{ running: string }>(
              client,
              "SELECT count() AS running FROM system.processes WHERE position(query, {mark:String}) > 0 AND position(query, 'processes') = 0",
              { query_params: { mark: 'numbers(100000000000)' } },
            )
          ).running,
        ),
      )
      .toBeGreaterThanOrEqual(2);
    expect(await onlyRow(client, 'SELECT 1 AS one')).toEqual({ one: 1 });
    // Each heavy query takes minutes, so a light one that waited for one of them would find it ended.
    expect(ended).toBe(0);
    abort.abort();
    await Promise.all(heavy);
  });
});
