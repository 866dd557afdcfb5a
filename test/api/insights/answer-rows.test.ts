import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../support/api/refusal-of.ts';
import { TestApi } from '../../support/api/test-api.ts';
import { anAnswer, aQuestion } from '../../support/api/answers.ts';
import { APP_TWO, idOf } from '../../support/api/demo-ids.ts';
import { rowsOfAnswer } from '../../../contracts/insight/insight-rows.ts';

describe('customer.insights.rows', () => {
  it('answers 200 with the rows of the reader’s answer over the leaves the caller may read', async () => {
    const api = new TestApi();
    const { data } = await api.client('narrow').insights.rows(aQuestion());
    expect(data).toEqual(rowsOfAnswer(anAnswer()));
    expect(api.asked[0]?.scope.environmentIds).toEqual([idOf('environment', 1), idOf('environment', 2)]);
  });

  it('is about everything the caller may read, in UTC, where the question does not say', async () => {
    const api = new TestApi();
    const { scope: _scope, display_tz: _zone, ...question } = aQuestion();
    await api.client().insights.rows(question);
    expect(api.asked[0]?.query).toMatchObject({ scope: {}, display_tz: 'UTC' });
  });

  it('answers 400 for shapes that are rows already, and 403 for what the caller may not read', async () => {
    const { insights } = new TestApi().client('narrow');
    const { metrics: _metrics, grain: _grain, ...frame } = aQuestion();
    const ask = { ...frame, shape: 'drilldown', drilldown: 'request' } as const;
    expect(await refusalOf(insights.rows(ask))).toMatchObject({ status: 400, type: 'invalid_query' });
    const elsewhere = aQuestion({ scope: { application_ids: [APP_TWO] } });
    expect(await refusalOf(insights.rows(elsewhere))).toMatchObject({ status: 403 });
  });
});
