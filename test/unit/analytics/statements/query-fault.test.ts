import { ClickHouseError } from '@clickhouse/client';
import { describe, expect, it } from 'vitest';
import { queryFault } from '../../../../analytics/statements/query-fault.ts';
import { DefectError, Refusal } from '../../../../domain/kernel/errors.ts';

function clickHouseError(code: string, message = 'the words of the server'): ClickHouseError {
  return new ClickHouseError({ code, type: 'SOME_TYPE', message });
}

describe('a failed query', () => {
  it.each([
    ['158', 'budget_exceeded'],
    ['159', 'budget_exceeded'],
    ['241', 'budget_exceeded'],
    ['307', 'budget_exceeded'],
    ['396', 'budget_exceeded'],
    ['202', 'dependency_unavailable'],
    ['173', 'dependency_unavailable'],
    ['439', 'dependency_unavailable'],
    ['394', 'dependency_unavailable'],
    ['60', 'dependency_unavailable'],
    ['516', 'dependency_unavailable'],
  ])('of code %s is refused as %s', (code, refusal) => {
    const fault = queryFault(clickHouseError(code));
    expect(fault).toBeInstanceOf(Refusal);
    expect(fault).toMatchObject({ code: refusal });
    expect(fault.message).not.toContain('the words of the server');
  });

  it('does not count as the question’s fault if the server lacks memory', () => {
    const fault = queryFault(clickHouseError('241', '(total) memory limit exceeded: would use 7.00 GiB'));
    expect(fault).toMatchObject({ code: 'dependency_unavailable' });
  });

  it('counts as an unavailable component if ClickHouse did not answer', () => {
    expect(queryFault(new Error('socket hang up'))).toMatchObject({ code: 'dependency_unavailable' });
  });

  it('of any other code is a defect', () => {
    expect(queryFault(clickHouseError('62'))).toBeInstanceOf(DefectError);
  });
});
