import { expect, it } from 'vitest';
import { parseTrafficLine } from '../../../contracts/ingest/lines/parse-traffic-line.ts';
import { DEMO_JUDGES, createJudgedDemo } from '../../../launcher/demo/create-judged-demo.ts';
import { demoTraffic } from '../../../launcher/demo/demo-traffic.ts';
import { readAnswerBook } from '../../../providers/playback/answer-book.ts';

const traffic = demoTraffic({
  organizationId: 'org_1',
  workspaceId: 't_1',
  environments: [{ applicationId: 'app_1', gatewayId: 'gw_1', environmentId: 'env_1' }],
  now: new Date('2026-05-06T07:08:09.010Z'),
});
const { labels, contents, verdicts } = createJudgedDemo(traffic);
const book = readAnswerBook(verdicts.map((verdict) => JSON.stringify(verdict)).join('\n'));

it('has two people label 120 answers by two metrics, as traffic', () => {
  expect([contents.length, labels.length]).toEqual([120, 480]);
  const faults = labels.map((label) => parseTrafficLine(JSON.stringify(label)).fault?.detail);
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  expect(new Set(labels.map(({ route_id }) => route_id))).toEqual(new Set(['synthetic-chat']));
});

/**
 * The numbers of answers by the verdicts of a judge and of the majority: both pass, only the judge, only people, both
 * fail, and no majority.
 */
function sorted(metric: keyof typeof DEMO_JUDGES): number[] {
  const counts = [0, 0, 0, 0, 0];
  for (const { requestId, request } of contents) {
    const ownLabels = labels.filter((label) => label.logical_request_id === requestId && label.metric === metric);
    const passes = ownLabels.filter(({ verdict }) => verdict === 'pass').length;
    const judge =
      book.find(JSON.stringify({ request, answer: '' }), DEMO_JUDGES[metric])?.structured?.['verdict'] === 'pass';
    const index = passes === 1 ? 4 : (judge ? 0 : 2) + (passes === 2 ? 0 : 1);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

it('plays a judge that agrees with them, and one that passes nearly everything', () => {
  expect(sorted('correctness')).toEqual([78, 2, 6, 22, 12]);
  expect(sorted('helpfulness')).toEqual([64, 32, 8, 4, 12]);
});
