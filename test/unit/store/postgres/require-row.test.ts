import { describe, expect, it } from 'vitest';
import { DefectError } from '../../../../domain/kernel/errors.ts';
import { requireRow } from '../../../../store/postgres/require-row.ts';

describe('requireRow', () => {
  it('is the row that a statement returned', () => {
    expect(requireRow([{ count: 0 }])).toEqual({ count: 0 });
  });

  it('treats a missing row as a defect', () => {
    expect(() => requireRow([])).toThrow(DefectError);
  });
});
