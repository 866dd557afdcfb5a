import { describe, expect, it } from 'vitest';
import { claimFaults } from '../../../../testing/statements/claim-faults.ts';
import type { ClaimedColumn } from '../../../../testing/statements/collect-statements.ts';
import type { DescribedColumn } from '../../../../testing/statements/describe-statement.ts';

const column = (name: string, type: string, isNullable?: boolean): DescribedColumn => ({ name, type, isNullable });
const claim = (name: string, type: string, mayBeNull = false): ClaimedColumn => ({ name, types: [type], mayBeNull });

describe('the claims of rows about a statement', () => {
  it.each<[string, ClaimedColumn[], DescribedColumn[], string[]]>([
    [
      'holds',
      [claim('a', 'string'), claim('b', 'Date', true)],
      [column('a', 'text', false), column('b', 'timestamp with time zone', true)],
      [],
    ],
    ['names a missing column', [claim('a', 'string')], [], ['there is no column a']],
    ['omits a column', [], [column('a', 'text')], ['no code reads the column a']],
    ['is of another type', [claim('a', 'number')], [column('a', 'bigint')], ['a is bigint, and no number']],
    ['does not permit null', [claim('a', 'string')], [column('a', 'text', true)], ['a may be null']],
    ['permits null without need', [claim('a', 'string', true)], [column('a', 'text', false)], []],
    ['is a list of certain texts', [claim('a', '("x" | "y")[]')], [column('a', 'text[]')], []],
    [
      'is a list of numbers, which are texts',
      [claim('a', 'number[]')],
      [column('a', 'text[]')],
      ['a is text[], and no number[]'],
    ],
    ['reads JSON as a document', [claim('a', '{ b: string; }')], [column('a', 'jsonb')], []],
  ])('%s', (_, claims, columns, faults) => {
    expect(claimFaults(claims, columns)).toEqual(faults);
  });
});
