import { describe, expect, it } from 'vitest';
import { originOfRead, originOfStore } from '../../../activities/fault-origin.ts';
import { DefectError, Refusal } from '../../../domain/kernel/errors.ts';

const refused = (cause?: unknown): Refusal =>
  new Refusal('dependency_unavailable', 'The facts are being loaded again.', { cause });
const withCode = (code: string, message = 'connect ECONNREFUSED 10.0.0.7:8123'): Error =>
  Object.assign(new Error(message), { code });

describe('where a fault comes from', () => {
  it.each<[string, unknown, object]>([
    ['a ClickHouse that is away', refused(withCode('ECONNREFUSED')), { part: 'ClickHouse', why: 'ECONNREFUSED' }],
    ['a ClickHouse that refuses', refused(withCode('202')), { part: 'ClickHouse', why: '202' }],
    ['a ClickHouse that says nothing', refused(new Error('Timeout error.')), { part: 'ClickHouse', why: 'Error' }],
    ['facts that are loaded again', refused(), { part: 'ClickHouse', why: 'The facts are being loaded again.' }],
    ['a defect of the reader', new DefectError('A broken invariant.'), { part: 'reader', why: 'DefectError' }],
    ['what is no error at all', 'away', { part: 'reader', why: 'unknown' }],
  ])('of a read: %s', (_what, fault, origin) => {
    expect(originOfRead(fault)).toEqual(origin);
  });

  it.each([
    ['a refused connection to each address', new AggregateError([withCode('ECONNREFUSED')]), 'ECONNREFUSED'],
    ['a fault behind another', new Error('no row', { cause: withCode('57P01') }), '57P01'],
    ['a code that is a sentence', withCode('Key (name)=(Ada) exists'), 'Error'],
  ])('of the store: %s', (_what, fault, why) => {
    expect(originOfStore(fault)).toEqual({ part: 'Postgres', why });
  });

  it('never quotes what an engine says, which may quote what customers wrote', () => {
    expect(JSON.stringify(originOfStore(withCode('23505', 'Key (name)=(Ada) exists')))).not.toContain('Ada');
  });
});
