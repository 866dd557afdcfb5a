import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import { makeAnswer } from '../../testing/api/answers.ts';
import { demoId, ORGANIZATION_ID, WORKSPACE_ID } from '../../testing/api/demo-ids.ts';
import { START_TIME, TestApi } from '../../testing/api/test-api.ts';

const HTML = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
const SCOPE = {
  ...{
    subjectId: demoId('subject', 1),
    authorityEpoch: '0',
    organizationId: ORGANIZATION_ID,
    workspaceId: WORKSPACE_ID,
  },
  ...{ environmentIds: [demoId('environment', 1)], mayReadCost: true, mayReadContent: false, mayReadDimensions: false },
};
const DEMO = { gatewayUrl: 'http://127.0.0.1:8787', temporalUiUrl: 'http://127.0.0.1:8233/"><b>', scope: SCOPE };

const health = {
  heartbeats: () => Promise.resolve(new Map([['api', START_TIME] as const])),
  outbox: () => Promise.resolve({ waiting: 0, dead: 0 }),
  lastSweep: () => Promise.resolve(undefined),
  overdueSchedules: () => Promise.resolve({ count: 0, oldestSeconds: 0 }),
  indexState: () => Promise.resolve({ waitingSince: undefined }),
  indexBehindSeconds: 60,
};

const ANSWER: InsightAnswer = {
  ...makeAnswer(),
  groups: [
    {
      purpose: 'application',
      cells: [
        { metric: 'requests.v1', value: { state: 'available', number: '2368', unit: 'count' } },
        {
          metric: 'provider_spend.v1',
          value: { state: 'partial', number: '17944742663', unit: 'nano_usd', coverage: ['unpriced_population'] },
        },
        { metric: 'cached_tokens.v1', value: { state: 'unavailable', reason: 'coverage_unknown' } },
      ],
    },
  ],
};

/** The page that a browser without a credential gets. */
async function pageOf(api: TestApi) {
  const { statusCode, headers, body } = await api.inject({ url: '/', headers: HTML });
  return { status: statusCode, headers, page: body };
}

describe('/', () => {
  it.each([{}, { accept: 'application/json' }, { accept: '*/*' }])('answers %j with JSON', async (headers) => {
    const answer = await new TestApi({ health }).inject({ url: '/', headers });
    expect([answer.statusCode, answer.headers['content-type'], answer.json()]).toEqual([
      200,
      'application/json; charset=utf-8',
      {
        name: 'truetally',
        api: '/portal/api/v1/customer/v1',
        documentation: '/docs',
        description: '/openapi.json',
        liveness: '/healthz',
        readiness: '/readyz',
      },
    ]);
  });

  it('answers a browser with a page that may not run or load anything', async () => {
    const { status, headers, page } = await pageOf(new TestApi({ health }));
    expect([status, headers['content-type'], headers['vary']]).toEqual([200, 'text/html; charset=utf-8', 'accept']);
    const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(page).not.toMatch(/<script|<iframe|<form|<img| style=| on\w+=|src=/);
    expect(page).toContain('API <span class="state up">up</span>');
    expect(page).toContain('Worker <span class="state down">down</span>');
  });

  it('reads nothing of any tenant without a demo', async () => {
    const api = new TestApi({ health });
    const { page } = await pageOf(api);
    expect(api.asked).toEqual([]);
    expect(page).not.toMatch(/synthetic|\.data|org_|t_0/);
  });

  it('shows three figures of only the synthetic traffic, read once, with their states', async () => {
    const asked: unknown[] = [];
    const answer = (question: unknown) => Promise.resolve({ answer: (asked.push(question), ANSWER) });
    const reader = { answer, receipt: () => Promise.reject(new Error('Nobody asks for it.')) };
    const api = new TestApi({ health, demo: DEMO, reader });
    const pages = [await pageOf(api), await pageOf(api)];
    const releases = ['synthetic-release-1', 'synthetic-release-2'];
    expect(asked).toMatchObject([{ scope: SCOPE, query: { shape: 'overview', release_ids: releases } }]);
    for (const { page } of pages) {
      const figures = [...page.matchAll(/<strong>(.*?)<\/strong><span class="state (\w+)">/g)].map(([, ...all]) => all);
      expect(figures).toEqual([
        ['2,368', 'available'],
        ['≥ $17.94', 'partial'],
        ['–', 'unavailable'],
      ]);
      expect(page).toContain('http://127.0.0.1:8233/&quot;&gt;&lt;b&gt;');
    }
  });

  it('is served while the figures cannot be read, and reads them again later', async () => {
    let tries = 0;
    const answer = () => (tries++, Promise.reject(new Error('away')));
    const reader = { answer, receipt: () => Promise.reject(new Error('away')) };
    const api = new TestApi({ health, demo: DEMO, reader });
    for (const { status, page } of [await pageOf(api), await pageOf(api)]) {
      expect(status).toBe(200);
      expect(page).toContain('The traffic is being loaded');
    }
    expect(tries).toBe(2);
  });
});
