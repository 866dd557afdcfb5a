import { describe, expect, it } from 'vitest';
import {
  exceptionFrame,
  toHttpStatus,
  engineRefusal,
  toClickHouseException,
} from '../../../../launcher/clickhouse/clickhouse-exception.ts';

describe('toClickHouseException', () => {
  it.each([
    ['Code: 60. DB::Exception: No table x. (UNKNOWN_TABLE)', 60, 'UNKNOWN_TABLE', 'No table x.'],
    [
      'Code: 159. DB::Exception: Timeout (a) exceeded:\n(B). (TIMEOUT_EXCEEDED)',
      159,
      'TIMEOUT_EXCEEDED',
      'Timeout (a) exceeded:\n(B).',
    ],
    ['something else', 1002, 'UNKNOWN_EXCEPTION', 'something else'],
  ])('reads %j', (text, code, type, message) => {
    expect(toClickHouseException(new Error(text))).toMatchObject({ code, type, message });
  });

  it('writes and reads equally', () => {
    const text = 'Code: 62. DB::Exception: Empty query. (SYNTAX_ERROR)';
    expect(toClickHouseException(new Error(text)).wireText).toBe(text);
  });
});

describe('an exception on the wire', () => {
  it('has an HTTP status', () => {
    expect([62, 60, 516, 164, 48, 241].map(toHttpStatus)).toEqual([400, 404, 401, 403, 501, 500]);
  });

  it('is framed by its tag, with its length in bytes', () => {
    const message = 'Code: 62. DB::Exception: ü (SYNTAX_ERROR)\n';
    expect(exceptionFrame(engineRefusal.syntax('ü'), 'tag').toString()).toBe(
      `\r\n__exception__\r\ntag\r\n${message}${message.length + 1} tag\r\n__exception__\r\n`,
    );
  });
});
