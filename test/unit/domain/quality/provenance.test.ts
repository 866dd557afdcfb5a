import { expect, it } from 'vitest';
import { joinProvenance } from '../../../../domain/quality/join-provenance.ts';

it('rows of several figures have the newest arrival of all, compared as numbers', () => {
  const of = (highWater: string | undefined) => ({ highWater, demoRows: 1, estimatedRows: 2 });
  expect(joinProvenance([of('99'), of(undefined), of('100')])).toEqual({
    ...{ highWater: '100', demoRows: 3, estimatedRows: 6 },
  });
  expect(joinProvenance([])).toEqual({ highWater: undefined, demoRows: 0, estimatedRows: 0 });
});
