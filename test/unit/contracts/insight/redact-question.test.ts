import { describe, expect, it } from 'vitest';
import { filtersByDimension, redactQuestion } from '../../../../contracts/insight/redact-question.ts';

const question = { schema: 1, shape: 'overview', scope: {}, metrics: ['requests.v1'] };

describe('a question without the values in its filter of dimensions', () => {
  it('keeps the names, and nothing of the choices', () => {
    const filter = { user: { values: ['ada', 'bob'], unnamed: true }, 'tag.plan': { unnamed: true } };
    const whole = { ...question, dimension_filter: filter };
    const copy = structuredClone(whole);
    const redacted = redactQuestion(whole);
    expect(redacted).toEqual({
      ...question,
      dimension_filter: { user: { withheld: true }, 'tag.plan': { withheld: true } },
    });
    expect(redactQuestion(redacted)).toEqual(redacted);
    expect(whole).toEqual(copy);
  });

  it.each([
    ['without a filter', question],
    ['by dimensions, without a filter', { ...question, shape: 'facets', dimensions: ['user'] }],
  ])('is the question itself %s', (_, whole) => {
    expect(filtersByDimension(whole)).toBe(false);
    expect(redactQuestion(whole)).toBe(whole);
  });

  it('has an empty filter if another build stored null', () => {
    const whole = { ...question, dimension_filter: null };
    expect(filtersByDimension(whole)).toBe(true);
    expect(redactQuestion(whole)).toEqual({ ...question, dimension_filter: {} });
  });
});
