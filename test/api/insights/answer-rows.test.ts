import { describe, expect, it } from 'vitest';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { callerToken } from '../../../testing/apps/demo-callers.ts';
import { API_BASE_PATH, TestApi } from '../../../testing/api/test-api.ts';
import { makeAnswer, makeQuestion } from '../../../testing/api/answers.ts';
import { SECOND_APPLICATION_ID, demoId, ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { toInsightRows } from '../../../contracts/insight/rows/insight-rows.ts';

const askForTable = (api: TestApi, accept: string | undefined, question: object = makeQuestion()) =>
  api.inject({
    method: 'POST',
    url: `${API_BASE_PATH}/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/insights/rows`,
    headers: { authorization: `Bearer ${callerToken('owner')}`, ...(accept !== undefined && { accept }) },
    payload: question,
  });

describe('customer.insights.rows', () => {
  it('answers 200 with the rows of the reader’s answer over the leaves that the caller may read', async () => {
    const api = new TestApi();
    const { data } = await api.client('narrow').insights.rows(makeQuestion());
    expect(data).toEqual(toInsightRows(makeAnswer()));
    expect(api.asked[0]?.scope.environmentIds).toEqual([demoId('environment', 1), demoId('environment', 2)]);
  });

  it('covers everything that the caller may read, in UTC, if the question names no scope', async () => {
    const api = new TestApi();
    const { scope: _scope, display_tz: _zone, ...question } = makeQuestion();
    await api.client().insights.rows(question);
    expect(api.asked[0]?.query).toMatchObject({ scope: {}, display_tz: 'UTC' });
  });

  it('answers 400 for shapes that already are rows, and 403 for rows that the caller may not read', async () => {
    const { insights } = new TestApi().client('narrow');
    const { metrics: _metrics, grain: _grain, ...frame } = makeQuestion();
    const ask = { ...frame, shape: 'drilldown', drilldown: 'request' } as const;
    expect(await toRefusal(insights.rows(ask))).toMatchObject({ status: 400, type: 'invalid_query' });
    const elsewhere = makeQuestion({ scope: { application_ids: [SECOND_APPLICATION_ID] } });
    expect(await toRefusal(insights.rows(elsewhere))).toMatchObject({ status: 403 });
  });

  it('answers with the same rows as a table on request', async () => {
    const api = new TestApi();
    api.answer = {
      ...makeAnswer(),
      groups: [
        {
          purpose: 'application',
          facet: { member: 'final_model', value: '=HYPERLINK("http://x")' },
          cells: [
            { metric: 'requests.v1', value: { state: 'available', number: '3', unit: 'count' } },
            {
              metric: 'provider_spend.v1',
              value: { state: 'partial', number: '1500000', unit: 'nano_usd', coverage: ['unpriced_population'] },
            },
            { metric: 'cached_tokens.v1', value: { state: 'unavailable', reason: 'coverage_unknown' } },
          ],
        },
      ],
    };
    const { statusCode, headers, body } = await askForTable(api, 'text/csv');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    const { from, to } = makeAnswer().read_context;
    const of = `application,current,${from},${to},,final_model,"'=HYPERLINK(""http://x"")",`;
    expect(body.split('\r\n')).toEqual([
      'purpose,period,from,to,bucket,facet,group,group_kind,metric,state,value,unit,amount_usd,reason,answer_coverage,answer_truncated',
      `${of},requests.v1,available,3,count,,,,false`,
      `${of},provider_spend.v1,partial,1500000,nano_usd,0.0015,unpriced_population,,false`,
      `${of},cached_tokens.v1,unavailable,,,,coverage_unknown,,false`,
      '',
    ]);
  });

  it.each([undefined, '*/*', 'application/json', 'application/json, text/csv', 'text/csv;q=0.5, application/json'])(
    'answers with the document if Accept is %j',
    async (accept) => {
      const { headers } = await askForTable(new TestApi(), accept);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );

  it('refuses with a problem document for any Accept header', async () => {
    const { statusCode, headers } = await askForTable(new TestApi(), 'text/csv', { ...makeQuestion(), from: 'today' });
    expect([statusCode, headers['content-type']]).toEqual([422, 'application/problem+json; charset=utf-8']);
  });
});
