import { describe, expect, it } from 'vitest';
import { answerWithoutDimensions } from '../../../../contracts/reports/answer-without-dimensions.ts';
import { countForLimit } from '../../../../contracts/reports/count-for-limit.ts';
import { makeAnswer } from '../../../../testing/api/answers.ts';
import { makeUsersAnswer } from '../../../../testing/api/dimension-answer.ts';

describe('the number of groups that a report compares with its limit', () => {
  it('is the number of groups in an answer without values of dimensions', () => {
    const { groups = [], ...rest } = makeAnswer();
    expect(countForLimit({ ...rest, groups: [...groups, ...groups] }, {}, undefined)).toBe(2);
    expect(countForLimit(rest, {}, undefined)).toBe(0);
  });

  it.each([
    ['the requested number of values', { dimension_values: 3 }, 5],
    ['20 values by default', {}, 22],
  ])('counts %s and two more lines, for any number of users', (_, question, expected) => {
    for (const users of [[], ['ada'], ['ada', 'bob']]) {
      const answer = makeUsersAnswer(...users);
      expect(countForLimit(answer, question, answerWithoutDimensions(answer))).toBe(expected);
    }
  });

  it('counts these lines for each purpose', () => {
    const { groups = [], ...rest } = makeUsersAnswer('ada');
    const judge = groups.map((group) => ({ ...group, purpose: 'judge' as const }));
    const answer = { ...rest, groups: [...groups, ...judge] };
    expect(countForLimit(answer, { dimension_values: 3 }, answerWithoutDimensions(answer))).toBe(10);
  });
});
