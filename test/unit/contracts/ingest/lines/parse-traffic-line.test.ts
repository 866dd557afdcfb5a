import { describe, expect, it } from 'vitest';
import { parsePlannedLine, parseTrafficLine } from '../../../../../contracts/ingest/lines/parse-traffic-line.ts';

const without = (event: Record<string, unknown>, ...members: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(event).filter(([member]) => !members.includes(member)));

const scope = {
  organization_id: 'org_1',
  workspace_id: 't_1',
  application_id: 'app_1',
  gateway_id: 'gw_1',
  environment_id: 'env_1',
};
const dimensions = { schema: 1, scope, purpose: 'application', logical_request_id: 'r1' };
const admitted = { event: 'request_admitted', ...dimensions, admitted_at: '2026-01-02T03:04:05Z', streaming: false };
const terminal = {
  event: 'request_terminal',
  ...dimensions,
  admitted_at: '2026-01-02T03:04:05Z',
  terminal_at: '2026-01-02T03:04:06.5Z',
  status: 'succeeded',
  attempt_count: 1,
  streaming: false,
};
const limit = { id: 'slots', node: 'key:kid_1', unit: 'calls', limit: 2, bound: 1 };
const refused = {
  ...terminal,
  ...{ status: 'refused', terminal_kind: 'budget_exceeded', attempt_count: 0 },
  refused_by_limit: {
    ...{ id: 'month', node: 'team:org_1:search', unit: 'nano_usd', limit: 5, observed: 4, bound: 1 },
    resets_at: '2026-02-01T00:00:00.000Z',
  },
};
const attempt = {
  event: 'attempt',
  ...dimensions,
  attempt_id: 'a1',
  ordinal: 1,
  role: 'primary',
  route_changed: false,
  output_state: 'complete',
  provider_id: 'p',
  provider_model: 'm',
  usage_source: 'provider',
  usage_known: true,
  input_tokens: 3,
  output_tokens: 4,
  total_tokens: 7,
  dispatched_at: '2026-01-02T03:04:05Z',
};
const settlement = {
  event: 'cost_effect',
  ...dimensions,
  effect_id: 'e1',
  effect_kind: 'settlement',
  attempt_id: 'a1',
  provider_id: 'p',
  provider_model: 'm',
  occurred_at: '2026-01-02T03:04:05Z',
  price_state: 'priced',
  nanos: '12',
};
const evaluation = {
  event: 'protection_evaluation',
  ...dimensions,
  admitted_at: '2026-01-02T03:04:05Z',
  evaluated_at: '2026-01-02T03:04:05Z',
  component_id: 'c',
  component_version: '1',
  phase: 'input',
  eligibility: 'eligible',
  evaluation: 'evaluated',
  outcome: 'passed',
};
const label = {
  event: 'evaluation_outcome',
  ...dimensions,
  admitted_at: '2026-01-02T03:04:05Z',
  outcome_id: 'o',
  evaluator_id: 'human',
  evaluator_kind: 'human',
  metric: 'correctness',
  basis: 'measured',
  actor: 'tok_1',
  occurred_at: '2026-01-02T03:04:05Z',
  verdict: 'pass',
  annotator: 'ada',
};
const judged = {
  ...without(label, 'annotator'),
  evaluator_id: 'judge',
  evaluator_kind: 'judge',
  judge_id: 'j',
  judge_model: 'm',
  judge_prompt_sha: 's',
  judge_eval_ver: '1',
};
const trial = { ...without(judged, 'verdict'), swap_shown_first: 'tie', swap_shown_swapped: 'candidate' };
const gap = {
  event: 'coverage_gap',
  schema: 1,
  scope: { organization_id: 'org_1', workspace_id: 't_1' },
  producer_class: 'gateway_journal',
  from: '2026-01-02T00:00:00Z',
  to: '2026-01-03T00:00:00Z',
  reason: 'the log was off',
};

describe('the reader of the traffic format', () => {
  it.each([
    ['an admitted request', admitted],
    ['an ended request', terminal],
    ['a stream with its first output', { ...terminal, streaming: true, first_output_ms: 0 }],
    ['a request that a limit refused', refused],
    ['a request that a limit without a window refused', { ...refused, refused_by_limit: limit }],
    ['an attempt with usage', attempt],
    ['a priced settlement', settlement],
    ['a free settlement', { ...settlement, nanos: '0' }],
    ['a negative adjustment', { ...without(settlement, 'price_state'), effect_kind: 'adjustment', nanos: '-5' }],
    ['a late price', { ...settlement, effect_kind: 'price_transition', previous_price_state: 'pending' }],
    ['a protection evaluation', evaluation],
    ['a label of a person', label],
    ['a verdict of a panel', { ...judged, judge_certainty: 0.67, panel_split: true }],
    ['a judge that abstains', { ...judged, verdict: 'abstained' }],
    ['only a score', { ...without(judged, 'verdict'), score: 4.5 }],
    ['a swap trial', trial],
    ['a declared gap', gap],
    ['an instant with an offset', { ...admitted, admitted_at: '2024-02-29T23:00:00.123456+02:00' }],
    ['an instant in lower case', { ...admitted, admitted_at: '2026-01-02t03:04:05z' }],
  ])('reads %s', (_, event) => {
    expect(parseTrafficLine(JSON.stringify(event))).toEqual({ event });
  });

  it.each([
    ['half a line', '{"event":"request_adm', 'not_json'],
    ['a list', '[]', 'not_an_object'],
    ['half a surrogate pair as an id', '{"event":"\\ud800"}', 'unknown_event'],
    [
      'the end of a day as an hour of it',
      JSON.stringify({ ...admitted, admitted_at: '2026-01-02T24:00:00Z' }),
      'broken_rule',
    ],
    [
      'the end of a day as an hour of a time that decides no place',
      JSON.stringify({ ...attempt, terminal_at: '2026-01-02T24:00:00Z' }),
      'broken_rule',
    ],
    ['an endless line', 'x'.repeat(65_537), 'too_long'],
    ['another event', '{"event":"toString"}', 'unknown_event'],
    ['another version', JSON.stringify({ ...admitted, schema: 2 }), 'unknown_schema'],
    ['an unknown member', JSON.stringify({ ...admitted, extra: 1 }), 'wrong_shape'],
    ['an unknown member of the scope', JSON.stringify({ ...admitted, scope: { ...scope, x: 1 } }), 'wrong_shape'],
    ['a control character in an id', JSON.stringify({ ...admitted, logical_request_id: 'a\u0000' }), 'wrong_shape'],
    ['an unknown purpose', JSON.stringify({ ...admitted, purpose: 'fun' }), 'wrong_shape'],
    ['money as a number', JSON.stringify({ ...settlement, nanos: 12 }), 'wrong_shape'],
    ['money with a fraction', JSON.stringify({ ...settlement, nanos: '1.5' }), 'wrong_shape'],
    ['money beyond 64 bits', JSON.stringify({ ...settlement, nanos: '9223372036854775808' }), 'broken_rule'],
    ['a day that is not', JSON.stringify({ ...admitted, admitted_at: '2025-02-29T00:00:00Z' }), 'broken_rule'],
    ['a clock far off', JSON.stringify({ ...admitted, admitted_at: '1970-01-01T00:00:00Z' }), 'broken_rule'],
    ['an end before its start', JSON.stringify({ ...terminal, terminal_at: '2026-01-02T03:04:04Z' }), 'broken_rule'],
    ['a first output without a stream', JSON.stringify({ ...terminal, first_output_ms: 1 }), 'broken_rule'],
    ['a limit of a request that was served', JSON.stringify({ ...refused, status: 'succeeded' }), 'broken_rule'],
    [
      'a limit with a window far off',
      JSON.stringify({ ...refused, refused_by_limit: { ...limit, resets_at: '1970-01-01T00:00:00Z' } }),
      'broken_rule',
    ],
    [
      'a limit with an unknown unit',
      JSON.stringify({ ...refused, refused_by_limit: { ...limit, unit: 'usd' } }),
      'wrong_shape',
    ],
    [
      'a limit with a fraction of a unit',
      JSON.stringify({ ...refused, refused_by_limit: { ...limit, observed: 0.5 } }),
      'wrong_shape',
    ],
    [
      'a limit with an unknown member',
      JSON.stringify({ ...refused, refused_by_limit: { ...limit, used: 1 } }),
      'wrong_shape',
    ],
    ['known usage without tokens', JSON.stringify(without(attempt, 'total_tokens')), 'broken_rule'],
    [
      'unknown usage with tokens',
      JSON.stringify({ ...attempt, usage_known: false, usage_source: 'none' }),
      'broken_rule',
    ],
    ['a settlement without a price state', JSON.stringify(without(settlement, 'price_state')), 'broken_rule'],
    [
      'an unpriced effect of zero',
      JSON.stringify({ ...settlement, price_state: 'unpriced', nanos: '0' }),
      'broken_rule',
    ],
    [
      'a price table of an effect that is not a settlement',
      JSON.stringify({ ...without(settlement, 'price_state'), effect_kind: 'adjustment', price_revision: 'r' }),
      'broken_rule',
    ],
    [
      'a reason why a priced effect has no price',
      JSON.stringify({ ...settlement, unpriced_reason: 'rates_missing' }),
      'broken_rule',
    ],
    [
      'an unknown reason',
      JSON.stringify({ ...without(settlement, 'nanos'), price_state: 'unpriced', unpriced_reason: 'because' }),
      'wrong_shape',
    ],
    [
      'a repricing basis of a price without a table',
      JSON.stringify({
        ...without(settlement, 'nanos'),
        ...{ price_state: 'unpriced', unpriced_reason: 'rates_missing', price_basis: '{}' },
      }),
      'broken_rule',
    ],
    [
      'a repricing basis above the maximum size',
      JSON.stringify({
        ...without(settlement, 'nanos'),
        ...{ price_state: 'unpriced', unpriced_reason: 'rates_missing', price_revision: 'r' },
        price_basis: 'x'.repeat(4_097),
      }),
      'wrong_shape',
    ],
    ['a priced effect without its amount', JSON.stringify(without(settlement, 'nanos')), 'broken_rule'],
    ['a negative price', JSON.stringify({ ...settlement, nanos: '-1' }), 'broken_rule'],
    [
      'a transition from priced',
      JSON.stringify({ ...settlement, effect_kind: 'price_transition', previous_price_state: 'priced' }),
      'broken_rule',
    ],
    ['a result without a source', JSON.stringify({ ...evaluation, evaluation: 'error' }), 'broken_rule'],
    ['a label without a person', JSON.stringify(without(label, 'annotator')), 'broken_rule'],
    ['an annotator of a judge', JSON.stringify({ ...judged, annotator: 'ada' }), 'broken_rule'],
    ['a judge without its model', JSON.stringify(without(judged, 'judge_model')), 'broken_rule'],
    ['a person with a model', JSON.stringify({ ...label, judge_model: 'm' }), 'broken_rule'],
    ['a person with a certainty', JSON.stringify({ ...label, judge_certainty: 1 }), 'broken_rule'],
    ['a person split like a panel', JSON.stringify({ ...label, panel_split: false }), 'broken_rule'],
    ['a swap trial of one order', JSON.stringify(without(trial, 'swap_shown_swapped')), 'broken_rule'],
    ['a swap trial with a verdict', JSON.stringify({ ...trial, verdict: 'pass' }), 'broken_rule'],
    ['an outcome without a value', JSON.stringify(without(label, 'verdict')), 'broken_rule'],
    ['an abstention with a score', JSON.stringify({ ...judged, verdict: 'abstained', score: 1 }), 'broken_rule'],
    ['a certainty above 1', JSON.stringify({ ...judged, judge_certainty: 1.1 }), 'wrong_shape'],
    ['an outcome of no day', JSON.stringify({ ...label, occurred_at: '2026-02-30T00:00:00Z' }), 'broken_rule'],
    [
      'an outcome of a request of no day',
      JSON.stringify({ ...label, admitted_at: '1970-01-01T00:00:00Z' }),
      'broken_rule',
    ],
    ['an empty gap', JSON.stringify({ ...gap, to: gap.from }), 'broken_rule'],
  ])('quarantines %s', (_, line, reason) => {
    expect(parseTrafficLine(line).fault?.reason).toBe(reason);
  });

  it('keeps the workspace and time of a faulty event', () => {
    expect(parseTrafficLine(JSON.stringify({ ...admitted, extra: 1 })).fault?.trace).toEqual({
      producerClass: 'gateway_journal',
      organizationId: 'org_1',
      workspaceId: 't_1',
      environmentId: 'env_1',
      atMs: Date.UTC(2026, 0, 2, 3, 4, 5),
    });
  });

  it('gives the reason of the receipt for a refused event, if it is a valid reason', () => {
    const refused = { event: 'unreadable', scope, occurred_at: '2026-01-02T03:04:05Z', reason: 'wrong_shape' };
    const received = { ...refused, detail: 'The span names no model.', text: '{}' };
    expect(parseTrafficLine(JSON.stringify(received)).fault).toEqual({
      reason: 'wrong_shape',
      pointer: '',
      detail: 'The span names no model.',
      trace: {
        producerClass: 'gateway_journal',
        organizationId: 'org_1',
        workspaceId: 't_1',
        environmentId: 'env_1',
        atMs: Date.UTC(2026, 0, 2, 3, 4, 5),
      },
    });
    expect(parseTrafficLine(JSON.stringify({ ...received, reason: 'magic' })).fault?.reason).toBe('unknown_event');
    expect(parseTrafficLine(JSON.stringify(refused)).fault?.reason).toBe('unknown_event');
  });

  it('states that a faulty outcome affects no figure', () => {
    expect(parseTrafficLine('{"event":"evaluation_outcome","schema":1}').fault?.trace).toEqual({
      producerClass: 'control_plane_outbox',
      isCompanion: true,
    });
  });

  it('names the producer class of a faulty release marker', () => {
    expect(parseTrafficLine('{"event":"release_marker","schema":1}').fault?.trace).toEqual({
      producerClass: 'control_plane_outbox',
    });
  });

  it('reads halves of surrogate pairs as U+FFFD, and escaped backslashes unchanged', () => {
    const line = JSON.stringify({ ...admitted, team_id: 'TEAM', route_id: 'a\\ud83d' });
    const parsed = (team: string): unknown => parseTrafficLine(line.replace('TEAM', team)).event;
    const read = (team: string): unknown => ({ ...admitted, team_id: team, route_id: 'a\\ud83d' });
    expect(parsed('x\\ud83d')).toEqual(read('x\ufffd'));
    expect(parsed('\\uDE00\\uD83D')).toEqual(read('\ufffd\ufffd'));
    expect(parsed('\\ud83d\\ud83d\\ude00')).toEqual(read('\ufffd😀'));
    expect(parsed('\\\\ud83d')).toEqual(read('\\ud83d'));
    expect(parsed('\\\\\\ud83d')).toEqual(read('\\\ufffd'));
  });

  it('skips a byte order mark', () => {
    expect(parseTrafficLine(`\ufeff${JSON.stringify(admitted)}`)).toEqual({ event: admitted });
  });

  it('accepts the hour 24 if an earlier plan did', () => {
    const event = { ...admitted, admitted_at: '2026-01-02T24:00:00Z' };
    expect(parsePlannedLine(JSON.stringify(event))).toEqual({ event });
  });

  it('never throws, for any depth of a line', () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const line = `{"event":"request_admitted","admitted_at":"2026-01-02T03:04:05Z","team_id":"\\ud800","x":${deep}}`;
    expect(parseTrafficLine(line).fault?.trace.atMs).toBe(Date.UTC(2026, 0, 2, 3, 4, 5));
  });

  const place = { organizationId: 'org_1', workspaceId: 't_1', environmentId: 'env_1' };
  const text = JSON.stringify(admitted);

  it.each([
    ['half a line', text.slice(0, -9)],
    ['a list of one event', `[${text}]`],
    ['an endless line', JSON.stringify({ ...admitted, team_id: 'x'.repeat(70_000) })],
    ['an event within another object', JSON.stringify({ ended: admitted })],
    ['text with no such members before it', `\u0000 "scope" ${JSON.stringify(JSON.stringify(terminal))} ${text}`],
  ])('reads scope and time of %s', (_, line) => {
    const trace = { producerClass: 'gateway_journal', ...place, atMs: Date.UTC(2026, 0, 2, 3, 4, 5) };
    expect(parseTrafficLine(line).fault?.trace).toEqual(trace);
  });

  it('reads no workspace of two joined lines', () => {
    const other = JSON.stringify({ ...admitted, scope: { ...scope, workspace_id: 't_2' } });
    expect(parseTrafficLine(`${text}${other}`).fault?.trace).not.toHaveProperty('workspaceId');
  });

  it.each<[string, object, string | undefined]>([
    ['its other time', { ...terminal, admitted_at: 'soon' }, '2026-01-02T03:04:06.500Z'],
    ['a time without a zone', { ...admitted, admitted_at: '2026-01-02 03:04:05' }, '2026-01-02T03:04:05.000Z'],
    ['an offset', { ...admitted, admitted_at: '2026-01-02T03:04:05+0130', x: 1 }, '2026-01-02T01:34:05.000Z'],
    ['the hour 24', { ...admitted, admitted_at: '2026-01-31T24:00:00Z' }, '2026-02-01T00:00:00.000Z'],
    ['a leap second', { ...admitted, admitted_at: '2016-12-31T23:59:60Z' }, '2017-01-01T00:00:00.000Z'],
    ['a day that is not', { ...admitted, admitted_at: '2026-02-30T00:00:00Z' }, '2026-03-02T00:00:00.000Z'],
    ['seconds', { ...admitted, admitted_at: 1_767_323_045 }, '2026-01-02T03:04:05.000Z'],
    ['milliseconds', { ...admitted, admitted_at: 1_767_323_045_000 }, '2026-01-02T03:04:05.000Z'],
    [
      'a wrong clock next to a valid one',
      { ...terminal, admitted_at: '1970-01-01T00:00:00Z' },
      '2026-01-02T03:04:06.500Z',
    ],
    ['nothing', { ...admitted, admitted_at: 'soon' }, undefined],
  ])('finds the time of a faulty event by %s', (_, event, at) => {
    const atMs = parseTrafficLine(JSON.stringify(event)).fault?.trace.atMs;
    expect(atMs === undefined ? undefined : new Date(atMs).toISOString()).toBe(at);
  });
});
