import { describe, expect, it } from 'vitest';
import { resolveQuestion } from '../../../../domain/insight/time-intent.ts';
import type { StoredQuestion } from '../../../../contracts/insight/insight-query.ts';

const now = new Date('2026-03-29T12:00:00.000Z');

describe('the window of a stored question', () => {
  it('ends now and reaches back by elapsed time when it is relative', () => {
    expect(resolveQuestion<StoredQuestion>({ schema: 1, shape: 'overview' }, 'relative', 86_400, now)).toEqual({
      schema: 1,
      shape: 'overview',
      from: '2026-03-28T12:00:00.000Z',
      to: '2026-03-29T12:00:00.000Z',
    });
  });

  it('is the stored one when it is fixed', () => {
    const question = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
    expect(resolveQuestion(question, 'fixed', undefined, now)).toEqual(question);
  });

  it('is a defect where the view lacks it', () => {
    for (const half of [{}, { from: '2026-01-01T00:00:00Z' }, { to: '2026-02-01T00:00:00Z' }]) {
      expect(() => resolveQuestion(half, 'fixed', undefined, now)).toThrow('A fixed view has no window.');
    }
    expect(() => resolveQuestion({}, 'relative', undefined, now)).toThrow('no window length');
  });
});
