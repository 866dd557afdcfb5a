import { describe, expect, it } from 'vitest';
import type { EvaluationOutcome } from '../../../contracts/ingest/events/evaluation-outcome.ts';
import { parseTrafficLine } from '../../../contracts/ingest/lines/parse-traffic-line.ts';
import { createJudgedDemo } from '../../../launcher/demo/create-judged-demo.ts';
import { demoPanelCoordinates } from '../../../launcher/demo/demo-evals.ts';
import { demoTraffic } from '../../../launcher/demo/demo-traffic.ts';
import { fitLabelledRows } from '../../../testing/quality/fit-labelled-rows.ts';
import { labelledRowsOf } from '../../../testing/quality/labelled-rows-of.ts';

const traffic = demoTraffic({
  organizationId: 'org_1',
  workspaceId: 't_1',
  environments: [1, 2, 3, 4].map((number) => ({
    applicationId: 'app_1',
    gatewayId: 'gw_1',
    environmentId: `env_${number}`,
  })),
  now: new Date('2026-05-06T07:08:09.010Z'),
});
const { labels, verdicts, contents } = createJudgedDemo(traffic);
const terminals = traffic.filter((event) => event.event === 'request_terminal');

/** The numbers of outcomes by a text of each. */
function counted(
  outcomes: readonly EvaluationOutcome[],
  keyOf: (one: EvaluationOutcome) => string,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of outcomes.map(keyOf)) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

it('is equal for equal traffic, and valid traffic itself', () => {
  expect(createJudgedDemo(traffic)).toEqual({ labels, verdicts, contents });
  const faults = [...labels, ...verdicts].map((one) => parseTrafficLine(JSON.stringify(one)).fault?.detail);
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
});

it('has a panel judge each answer of the application', () => {
  expect(verdicts).toHaveLength(
    terminals.filter(({ purpose, status }) => purpose === 'application' && status === 'succeeded').length,
  );
  expect(counted(verdicts, ({ verdict = '', judge_certainty: certainty }) => `${verdict} ${certainty}`)).toEqual({
    'pass 1': 1_262,
    'pass 0.6666666666666666': 236,
    'fail 1': 474,
    'fail 0.6666666666666666': 195,
    'abstained undefined': 21,
  });
  const named = verdicts.map(({ judge_id, judge_model, judge_prompt_sha, judge_eval_ver }) => ({
    ...{ judge_id, judge_model, judge_prompt_sha, judge_eval_ver },
  }));
  expect(new Set(named.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(demoPanelCoordinates())]));
});

it('has people label a random draw with a known probability', () => {
  expect(
    counted(labels, ({ metric, annotator = '', label_strategy, label_probability }) =>
      [metric, annotator, label_strategy ?? 'unstated', label_probability ?? 'unknown'].join(' '),
    ),
  ).toEqual({
    'correctness synthetic-ada random 0.4': 849,
    'correctness synthetic-grace random 0.4': 208,
    'helpfulness synthetic-ada unstated unknown': 120,
    'helpfulness synthetic-grace unstated unknown': 120,
  });
});

it('has content for the newest labelled answers of one segment, each with another question', () => {
  expect(contents).toHaveLength(120);
  expect(new Set(contents.map(({ request }) => request)).size).toBe(120);
  const shown = new Set(contents.map(({ requestId }) => requestId));
  const ofShown = labels.filter(({ logical_request_id: requestId }) => shown.has(requestId));
  expect(new Set(ofShown.map(({ route_id }) => route_id))).toEqual(new Set(['synthetic-chat']));
  expect(counted(ofShown, ({ metric, annotator = '', verdict = '' }) => `${metric} ${annotator} ${verdict}`)).toEqual({
    'correctness synthetic-ada pass': 88,
    'correctness synthetic-ada fail': 32,
    'correctness synthetic-grace pass': 19,
    'correctness synthetic-grace fail': 11,
    'helpfulness synthetic-ada pass': 78,
    'helpfulness synthetic-ada fail': 42,
    'helpfulness synthetic-grace pass': 78,
    'helpfulness synthetic-grace fail': 42,
  });
});

describe('a fit of the demo', () => {
  const { rows, ties } = labelledRowsOf({ terminals, labels, verdicts });
  const outcome = fitLabelledRows(rows);

  it('has a unit that passes, one that fails and two that are unmeasurable', () => {
    expect(ties).toBe(23);
    const units = 'content' in outcome ? outcome.content.units : [];
    expect(
      units.map(({ metric, segment, state, threshold, accepted, errors, rows: parts, refusal }) => [
        ...[metric, segment, state, threshold, accepted, errors, Object.values(parts)],
        refusal && [refusal.code, refusal.need, refusal.have],
      ]),
    ).toEqual([
      ['correctness', 'synthetic-batch', 'unmeasurable', null, 0, 0, [34, 19, 21], ['too_few_rows', 50, 21]],
      ['correctness', 'synthetic-chat', 'passed', 1, 102, 1, [256, 135, 120], null],
      ['correctness', 'synthetic-search', 'failed', null, 0, 0, [125, 55, 66], ['no_threshold_passed', 1, 8]],
      // The lenient judge states no certainty. Its verdicts are made while the demo runs.
      ['helpfulness', 'synthetic-chat', 'unmeasurable', null, 0, 0, [0, 0, 0], ['no_judge', 1, 0]],
    ]);
  });

  it('is refused for a window before the labels', () => {
    expect(fitLabelledRows([])).toMatchObject({ refusal: { code: 'no_labels', need: 1, have: 0 } });
  });
});
