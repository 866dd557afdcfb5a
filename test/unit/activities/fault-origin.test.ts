import { describe, expect, it } from 'vitest';
import { readerFaultOrigin, storeFaultOrigin } from '../../../activities/fault-origin.ts';
import { DefectError, Refusal } from '../../../domain/kernel/errors.ts';

const refused = (cause?: unknown): Refusal =>
  new Refusal('dependency_unavailable', 'The facts are being loaded again.', { cause });
const withCode = (code: string, message = 'connect ECONNREFUSED 10.0.0.7:8123'): Error =>
  Object.assign(new Error(message), { code });

describe('the origin of a fault', () => {
  it.each<[string, unknown, object]>([
    ['an unavailable ClickHouse', refused(withCode('ECONNREFUSED')), { part: 'ClickHouse', why: 'ECONNREFUSED' }],
    ['a ClickHouse that refuses', refused(withCode('202')), { part: 'ClickHouse', why: '202' }],
    ['a silent ClickHouse', refused(new Error('Timeout error.')), { part: 'ClickHouse', why: 'Error' }],
    ['facts that are loaded again', refused(), { part: 'ClickHouse', why: 'The facts are being loaded again.' }],
    ['a defect of the reader', new DefectError('A broken invariant.'), { part: 'reader', why: 'DefectError' }],
    ['a value that is not an error', 'away', { part: 'reader', why: 'unknown' }],
  ])('of a read: %s', (_what, fault, origin) => {
    expect(readerFaultOrigin(fault)).toEqual(origin);
  });

  it.each([
    ['a refused connection to each address', new AggregateError([withCode('ECONNREFUSED')]), 'ECONNREFUSED'],
    ['a fault with another cause', new Error('no row', { cause: withCode('57P01') }), '57P01'],
    ['a code that is a sentence', withCode('Key (name)=(Ada) exists'), 'Error'],
  ])('of the store: %s', (_what, fault, why) => {
    expect(storeFaultOrigin(fault)).toEqual({ part: 'Postgres', why });
  });

  it('never quotes an engine’s message, which may contain texts of customers', () => {
    expect(JSON.stringify(storeFaultOrigin(withCode('23505', 'Key (name)=(Ada) exists')))).not.toContain('Ada');
  });
});
