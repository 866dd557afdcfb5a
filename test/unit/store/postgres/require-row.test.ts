import { describe, expect, it } from 'vitest';
import { DefectError } from '../../../../domain/kernel/errors.ts';
import { requireRow } from '../../../../store/postgres/require-row.ts';

describe('requireRow', () => {
  it('is the row that a statement answered with', () => {
    expect(requireRow([{ count: 0 }])).toEqual({ count: 0 });
  });

  it('takes no row for a defect, and not for nothing', () => {
    expect(() => requireRow([])).toThrow(DefectError);
  });
});
