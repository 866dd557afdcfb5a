import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createColumnWriter, type ColumnValue, type ColumnType } from '../../../../analytics/native/column-writer.ts';
import { insertBlock } from '../../../../analytics/native/insert-block.ts';
import { createTestDatabase, catchError, onlyRow } from './test-database.ts';

const HOSTILE_STRINGS = [
  '',
  "'",
  '\\',
  "\\'; DROP TABLE t; --",
  '"`$x$/* ; */ -- # \u2018\u2019',
  'tab\tnewline\nreturn\rnull\0bell\x07',
  '{p:String} \\N \\t',
  'ünïcödé 🚀 \u202e',
  'a'.repeat(100_000),
];
/** Names and values without tabs. */
const TAGS = HOSTILE_STRINGS.filter((text) => text !== '' && !text.includes('\t')).map(
  (text, index) => [`${index} ${text}`, text] as const,
);

describe('reads', () => {
  it('answers a ping, including a ping of the engine', async () => {
    await using database = await createTestDatabase();
    expect(await database.client.ping()).toEqual({ success: true });
    expect(await database.client.ping({ select: true })).toEqual({ success: true });
  });

  it('returns every stored type unchanged', async () => {
    await using database = await createTestDatabase();
    const { client } = database;
    await client.command({
      query: `CREATE TABLE t (
        string String, low LowCardinality(String), fixed FixedString(3), u64 UInt64, i64 Int64, i128 Int128,
        at DateTime64(3, 'UTC'), maybe Nullable(Int64), list Array(String), flag Bool,
        choice Enum8('a' = 1, 'b' = 2), decimal Decimal(18, 4)
      ) ENGINE = MergeTree ORDER BY u64`,
    });
    const row = {
      string: 'täxt "quoted" \\ \'\n\t\0',
      low: 'often',
      fixed: 'abc',
      u64: '18446744073709551615',
      i64: '-9223372036854775808',
      i128: '-170141183460469231731687303715884105728',
      at: '2026-11-21 12:46:06.123',
      maybe: null,
      list: ['', "it's", 'c\\d'],
      flag: true,
      choice: 'b',
      decimal: 12.5,
    };
    await client.insert({ table: 't', values: [row], format: 'JSONEachRow' });
    expect(await onlyRow(client, 'SELECT * FROM t')).toEqual(row);
  });

  it.each(['JSON', 'JSONCompact', 'JSONEachRow', 'JSONCompactEachRow'] as const)('answers in %s', async (format) => {
    await using database = await createTestDatabase();
    const answer = await database.client.query({ query: 'SELECT number AS n FROM numbers(2)', format });
    const decoded = await answer.json();
    const rows: Record<typeof format, unknown> = {
      JSON: expect.objectContaining({ data: [{ n: '0' }, { n: '1' }], rows: 2 }),
      JSONCompact: expect.objectContaining({ data: [['0'], ['1']], rows: 2 }),
      JSONEachRow: [{ n: '0' }, { n: '1' }],
      JSONCompactEachRow: [['0'], ['1']],
    };
    expect(decoded).toEqual(rows[format]);
  });

  it('answers with no rows to a query that has none', async () => {
    await using database = await createTestDatabase();
    const answer = await database.client.query({ query: 'SELECT 1 WHERE 0', format: 'JSONEachRow' });
    expect(await answer.json()).toEqual([]);
  });

  it('accepts a query with comments, a trailing semicolon and settings after its format', async () => {
    await using database = await createTestDatabase();
    const answer = await database.client.exec({
      query: "/* one; /* two */ */ SELECT ';' AS x -- ; end\n FORMAT JSONEachRow SETTINGS max_threads = 1 ; -- over",
    });
    expect(await streamText(answer.stream)).toBe('{"x":";"}\n');
  });

  it('streams a large result completely', async () => {
    await using database = await createTestDatabase();
    const answer = await database.client.query({
      query: "SELECT number AS n, repeat('x', 50) AS s FROM numbers(1000000)",
      format: 'JSONEachRow',
    });
    let rows = 0;
    let sum = 0;
    for await (const chunk of answer.stream<{ n: string; s: string }>()) {
      rows += chunk.length;
      for (const row of chunk) sum += Number(row.json().n);
    }
    expect({ rows, sum }).toEqual({ rows: 1_000_000, sum: 499_999_500_000 });
  });

  it('returns the given query id', async () => {
    await using database = await createTestDatabase();
    const query_id = `id of ${database.name}`;
    const answer = await database.client.query({ query: 'SELECT 1', query_id });
    expect(answer.query_id).toBe(query_id);
    await answer.text();
  });
});

describe('parameters', () => {
  it('arrive unchanged, including hostile values', async () => {
    await using database = await createTestDatabase();
    for (const p of HOSTILE_STRINGS) {
      const row = await onlyRow<{ p: string }>(database.client, 'SELECT {p:String} AS p', { query_params: { p } });
      expect(row.p).toBe(p);
    }
  });

  it('may be lists, exact integers, instants and null', async () => {
    await using database = await createTestDatabase();
    const row = await onlyRow(
      database.client,
      `SELECT {list:Array(String)} AS list, {ids:Array(UInt64)} AS ids, {big:Int128} AS big,
              {at:DateTime64(3, 'UTC')} AS at, {none:Nullable(String)} AS none, {flag:Bool} AS flag`,
      {
        query_params: {
          list: HOSTILE_STRINGS.slice(0, -1),
          ids: [1n, 18446744073709551615n],
          big: -170141183460469231731687303715884105728n,
          at: new Date('2026-11-21T12:46:06.123Z'),
          none: null,
          flag: true,
        },
      },
    );
    expect(row).toEqual({
      list: HOSTILE_STRINGS.slice(0, -1),
      ids: ['1', '18446744073709551615'],
      big: '-170141183460469231731687303715884105728',
      at: '2026-11-21 12:46:06.123',
      none: null,
      flag: true,
    });
  });

  it('name a table and reach the rows of an insert written in SQL', async () => {
    await using database = await createTestDatabase();
    const { client } = database;
    await client.command({ query: 'CREATE TABLE t (s String, n Int64) ENGINE = MergeTree ORDER BY s' });
    await client.command({
      query: "INSERT INTO {table:Identifier} (s, n) VALUES ({s:String}, 1), (';', 2)",
      query_params: { table: 't', s: "a'b" },
    });
    expect(await onlyRow(client, 'SELECT groupArray(s) AS s FROM (SELECT s FROM t ORDER BY n)')).toEqual({
      s: ["a'b", ';'],
    });
  });
});

describe('inserts', () => {
  it.each(['JSONEachRow', 'JSONCompactEachRow'] as const)('accept 100,000 rows in %s', async (format) => {
    await using database = await createTestDatabase();
    const { client } = database;
    await client.command({ query: 'CREATE TABLE t (n UInt64, s String) ENGINE = MergeTree ORDER BY n' });
    const compact = format === 'JSONCompactEachRow';
    const values = Array.from({ length: 100_000 }, (_, n) => (compact ? [n, `s${n}`] : { n, s: `s${n}` }));
    await client.insert({ table: 't', values: Readable.from(values), format });
    expect(await onlyRow(client, 'SELECT count() AS rows, sum(n) AS total, uniqExact(s) AS texts FROM t')).toEqual({
      rows: '100000',
      total: '4999950000',
      texts: '100000',
    });
  });

  it('accept and return binary formats', async () => {
    await using database = await createTestDatabase();
    const { client } = database;
    await client.command({ query: 'CREATE TABLE t (n UInt64, s String) ENGINE = MergeTree ORDER BY n' });
    // The bytes of a row would be SQL if any code read them as text.
    const answer = await client.exec({
      query: "SELECT number AS n, '\n; DROP TABLE t; --' AS s FROM numbers(1000) FORMAT RowBinary",
    });
    const chunks: Buffer[] = [];
    for await (const chunk of answer.stream) chunks.push(chunk as Buffer);
    const copied = await client.exec({ query: 'INSERT INTO t FORMAT RowBinary', values: Readable.from(chunks) });
    copied.stream.resume();
    await new Promise((resolve) => copied.stream.once('close', resolve));
    expect(await onlyRow(client, 'SELECT count() AS rows, sum(n) AS total, max(s) AS s FROM t')).toEqual({
      rows: '1000',
      total: '499500',
      s: '\n; DROP TABLE t; --',
    });
  });

  it('accept a block of columns of every fact type unchanged', async () => {
    await using database = await createTestDatabase();
    const { client } = database;
    const columns: readonly [string, ColumnType, readonly ColumnValue[]][] = [
      ['row', 'UInt32', HOSTILE_STRINGS.map((_, row) => row)],
      ['text', 'String', HOSTILE_STRINGS],
      ['name', 'LowCardinality(String)', HOSTILE_STRINGS],
      ['flag', 'Bool', HOSTILE_STRINGS.map((_, row) => row % 2 === 0)],
      ['amount', 'Int64', HOSTILE_STRINGS.map((_, row) => (row === 0 ? '-9223372036854775807' : -row))],
      ['tokens', 'Nullable(UInt64)', HOSTILE_STRINGS.map((_, row) => (row === 0 ? null : row * 2 ** 40))],
      ['ms', 'Nullable(Float64)', HOSTILE_STRINGS.map((_, row) => (row === 0 ? null : row / 8))],
      ['at', "DateTime64(3, 'UTC')", HOSTILE_STRINGS.map(() => '2026-05-06T07:08:09.010Z')],
      ['second', "DateTime('UTC')", HOSTILE_STRINGS.map((_, row) => row)],
      ['tags', 'Map(String, String)', HOSTILE_STRINGS.map((_, row) => TAGS.slice(0, row).flat().join('\t'))],
    ];
    const types = columns.map(([name, type]) => `${name} ${type}`).join(', ');
    await client.command({ query: `CREATE TABLE t (${types}) ENGINE = MergeTree ORDER BY row` });
    const written = columns.map(([name, type, values]) => {
      const writer = createColumnWriter(type, values.length);
      const rows = values.map((value) => [null, value]);
      writer.putAll(rows, 1);
      return { name, type, written: writer.written };
    });
    await insertBlock(client, 't', { rows: HOSTILE_STRINGS.length, columns: written }, {});
    const result = await client.query({ query: 'SELECT * FROM t ORDER BY row', format: 'JSONEachRow' });
    expect(await result.json()).toEqual(
      HOSTILE_STRINGS.map((text, row) => ({
        row,
        text,
        name: text,
        flag: row % 2 === 0,
        amount: row === 0 ? '-9223372036854775807' : String(-row),
        tokens: row === 0 ? null : String(row * 2 ** 40),
        ms: row === 0 ? null : row / 8,
        at: '2026-05-06 07:08:09.010',
        second: `1970-01-01 00:00:0${row}`,
        tags: Object.fromEntries(TAGS.slice(0, row)),
      })),
    );
  });

  it('of an incomplete block of columns store nothing', async () => {
    await using database = await createTestDatabase();
    const { client } = database;
    await client.command({ query: 'CREATE TABLE t (n UInt32) ENGINE = MergeTree ORDER BY n' });
    const columns = [{ name: 'n', type: 'UInt32', written: [new Uint8Array(4)] }] as const;
    expect(await catchError(insertBlock(client, 't', { rows: 2, columns }, {}))).toMatchObject({ code: '33' });
    expect(await onlyRow(client, 'SELECT count() AS rows FROM t')).toEqual({ rows: '0' });
  });

  it('return the number of written rows', async () => {
    await using database = await createTestDatabase();
    const { client } = database;
    await client.command({ query: 'CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n' });
    const inserted = await client.insert({ table: 't', values: [{ n: 1 }, { n: 2 }], format: 'JSONEachRow' });
    expect(inserted.summary?.written_rows).toBe('2');
  });

  it('count a repeated batch once, in the table and in its rollup', async () => {
    await using database = await createTestDatabase();
    const { client } = database;
    await client.command({
      query: `CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n
              SETTINGS non_replicated_deduplication_window = 1000`,
    });
    await client.command({
      query: `CREATE TABLE rollup (key UInt8, total UInt64) ENGINE = SummingMergeTree ORDER BY key
              SETTINGS non_replicated_deduplication_window = 1000`,
    });
    await client.command({
      query: 'CREATE MATERIALIZED VIEW v TO rollup AS SELECT 1 AS key, sum(n) AS total FROM t GROUP BY key',
    });
    const insert = (token: string): Promise<unknown> =>
      client.insert({
        table: 't',
        values: [{ n: 1 }, { n: 2 }],
        format: 'JSONEachRow',
        clickhouse_settings: {
          insert_deduplication_token: token,
          deduplicate_blocks_in_dependent_materialized_views: 1,
        },
      });
    for (const token of ['one', 'one', 'two', 'one']) await insert(token);
    expect(
      await onlyRow(client, 'SELECT (SELECT sum(n) FROM t) AS base, (SELECT sum(total) FROM rollup) AS rolled'),
    ).toEqual({
      base: '6',
      rolled: '6',
    });
  });

  it('store no row of an interrupted upload', async () => {
    await using database = await createTestDatabase();
    const { client } = database;
    await client.command({ query: 'CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n' });
    const abort = new AbortController();
    async function* endless(): AsyncGenerator<{ n: number }> {
      for (let n = 0; ; n += 1) {
        if (n === 50_000) abort.abort();
        if (n % 1_000 === 0) await new Promise(setImmediate);
        yield { n };
      }
    }
    const values = Readable.from(endless());
    await expect(
      client.insert({ table: 't', values, format: 'JSONEachRow', abort_signal: abort.signal }),
    ).rejects.toThrow('aborted');
    values.destroy();
    expect(await onlyRow(client, 'SELECT count() AS rows FROM t')).toEqual({ rows: '0' });
  });

  it('store no row of a batch whose last row is invalid', async () => {
    await using database = await createTestDatabase();
    const { client } = database;
    await client.command({ query: 'CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n' });
    const values = [...Array.from({ length: 99_999 }, (_, n) => ({ n })), { n: 'not a number' }];
    expect(await catchError(client.insert({ table: 't', values, format: 'JSONEachRow' }))).toEqual({
      code: '27',
      type: 'CANNOT_PARSE_INPUT_ASSERTION_FAILED',
    });
    expect(await onlyRow(client, 'SELECT count() AS rows FROM t')).toEqual({ rows: '0' });
  });
});

describe('compression', () => {
  it('with gzip works in both directions', async () => {
    await using database = await createTestDatabase();
    const client = database.connect({ compression: { request: true, response: true } });
    await client.command({ query: 'CREATE TABLE t (n UInt64, s String) ENGINE = MergeTree ORDER BY n' });
    const values = Array.from({ length: 10_000 }, (_, n) => ({ n, s: 'again and again' }));
    await client.insert({ table: 't', values, format: 'JSONEachRow' });
    const answer = await client.query({ query: 'SELECT n FROM t ORDER BY n', format: 'JSONEachRow' });
    expect(answer.response_headers['content-encoding']).toBe('gzip');
    expect((await answer.json<{ n: string }>()).map((row) => Number(row.n))).toEqual(values.map((row) => row.n));
    const document = await client.query({ query: 'SELECT count() AS rows FROM t', format: 'JSON' });
    expect((await document.json<{ rows: string }>()).data).toEqual([{ rows: '10000' }]);
    expect(await catchError(client.query({ query: 'SELECT nothing' }))).toEqual({
      code: '47',
      type: 'UNKNOWN_IDENTIFIER',
    });
  });
});

async function streamText(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}
