import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { connectionPrologue, readRequestOptions, sqlString } from '../../../../launcher/clickhouse/request-options.ts';

function read(search: string, method = 'POST', headers: Readonly<Record<string, string>> = {}) {
  const request = new IncomingMessage(new Socket());
  request.method = method;
  Object.assign(request.headers, headers);
  return readRequestOptions(request, new URLSearchParams(search));
}

describe('readRequestOptions', () => {
  it('separates parameters, settings and the interface’s own options', () => {
    const options = read('query_id=q&database=d&param_a=x%27&max_threads=2&role=r&wait_end_of_query=1');
    expect(options).toMatchObject({ queryId: 'q', database: 'd', waitEndOfQuery: true });
    expect([...options.parameters]).toEqual([['a', "x'"]]);
    expect([...options.settings.keys()]).toEqual([
      'async_insert',
      'deduplicate_blocks_in_dependent_materialized_views',
      'max_memory_usage',
      'max_threads',
    ]);
  });

  it('compresses only for clients that request and support it', () => {
    const gzip = { 'accept-encoding': 'br, gzip' };
    expect(read('enable_http_compression=1', 'POST', gzip).compressResponse).toBe(true);
    expect(read('enable_http_compression=1').compressResponse).toBe(false);
    expect(read('', 'POST', gzip).compressResponse).toBe(false);
  });

  it('permits only reads in a GET', () => {
    expect(read('', 'GET').settings.get('readonly')).toBe('2');
    expect(read('readonly=1', 'GET').settings.get('readonly')).toBe('1');
    expect(read('').settings.has('readonly')).toBe(false);
  });

  it('refuses sessions and names that could carry SQL', () => {
    expect(() => read('session_id=s')).toThrow(expect.objectContaining({ code: 48 }));
    expect(() => read(`${encodeURIComponent('a = 1, b')}=1`)).toThrow(expect.objectContaining({ code: 115 }));
    expect(() => read(`${encodeURIComponent('param_a = 1; --')}=1`)).toThrow(expect.objectContaining({ code: 115 }));
  });
});

describe('connectionPrologue', () => {
  it('quotes every value and the database', () => {
    const options = {
      ...read(`query_id=q'&param_p=${encodeURIComponent("\\'")}&database=${encodeURIComponent('a`b')}`),
    };
    expect(connectionPrologue({ ...options, settings: new Map([['max_threads', '2']]) })).toBe(
      "USE `a\\`b`;\nSET max_threads = '2', log_comment = 'q\\'', param_p = '\\\\\\'';\n",
    );
  });

  it.each([
    ["'", "'\\''"],
    ['\\', "'\\\\'"],
    ['a\0b', "'a\\0b'"],
  ])('writes %j as a literal', (value, literal) => {
    expect(sqlString(value)).toBe(literal);
  });
});
