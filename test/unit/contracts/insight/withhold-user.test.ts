import { describe, expect, it } from 'vitest';
import { withholdUser } from '../../../../contracts/insight/withhold-user.ts';

const question = (filter: object) => ({ schema: 1, shape: 'overview', metrics: ['ada'], dimension_filter: filter });

describe('a stored question without a user', () => {
  it('withholds the choice of users, and keeps those of other dimensions', () => {
    const asked = question({ user: { values: ['bob', 'ada'], unnamed: true }, tenant: { values: ['ada'] } });
    expect(withholdUser(asked, 'ada')).toEqual(question({ user: { withheld: true }, tenant: { values: ['ada'] } }));
  });

  it('is withheld within another document, also in a list', () => {
    const document = { views: [{ query: question({ user: { values: ['ada'] } }), name: 'ada' }], total: 1 };
    expect(withholdUser(document, 'ada')).toEqual({
      views: [{ query: question({ user: { withheld: true } }), name: 'ada' }],
      total: 1,
    });
  });

  it.each([
    question({ user: { values: ['bob'] } }),
    question({ user: { unnamed: true } }),
    question({ user: { withheld: true } }),
    question({ tenant: { values: ['ada'] } }),
    { values: ['ada'], user: { values: ['ada'] } },
    { dimension_filter: null, list: [null, 1, 'ada'] },
    null,
  ])('is the same document if no filter names the user: %j', (document) => {
    expect(withholdUser(document, 'ada')).toBe(document);
  });
});
