import { expect, it } from 'vitest';
import { evaluationEvents } from '../../../../../contracts/judges/otel/evaluation-events.ts';
import { toEvaluationOutcome } from '../../../../../contracts/judges/otel/to-evaluation-outcome.ts';
import type { OtlpEvaluations } from '../../../../../contracts/judges/otel/otlp-evaluations.ts';

const TRACE = '4BF92F3577B34DA6A3CE929D0E0E4736';
const SPAN = '00F067AA0BA902B7';
const TIME = '1767409445123456789';
const NAME = 'gen_ai.evaluation.result';

type Value = NonNullable<NonNullable<AttributeList[number]['value']>>;
type AttributeList = NonNullable<NonNullable<ReturnType<typeof recordsOf>[number]['attributes']>>;
const recordsOf = ({ resourceLogs }: OtlpEvaluations) => resourceLogs![0]!.scopeLogs![0]!.logRecords!;

const attributes = (values: Readonly<Record<string, Value>>): AttributeList =>
  Object.entries(values).map(([key, value]) => ({ key, value }));
const RELEVANT = attributes({
  'gen_ai.evaluation.name': { stringValue: 'Relevance' },
  'gen_ai.evaluation.score.value': { doubleValue: -0.5 },
  'gen_ai.evaluation.score.label': { stringValue: 'Pass' },
  'gen_ai.evaluation.explanation': { stringValue: 'It speaks of it.' },
  'gen_ai.usage.cost': { doubleValue: 12 },
});
const RECORD: ReturnType<typeof recordsOf>[number] = {
  eventName: NAME,
  traceId: TRACE,
  spanId: SPAN,
  timeUnixNano: TIME,
  attributes: RELEVANT,
};
const logs = (...logRecords: (typeof RECORD)[]): OtlpEvaluations => ({
  resourceLogs: [{ scopeLogs: [{ logRecords }] }],
});
const read = (body: OtlpEvaluations): unknown[] => evaluationEvents(body).map(toEvaluationOutcome);

const OUTCOME = {
  req_id: '4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7',
  outcome_id: `otel:Relevance:${TIME}`,
  evaluator_id: 'external.reported',
  metric: 'relevance',
  basis: 'reported',
  occurred_at: '2026-01-03T03:04:05.123Z',
  verdict: 'pass',
  score: -0.5,
};

it('a log record is the outcome of its span’s request; its cost is ignored', () => {
  expect(read(logs(RECORD))).toEqual([OUTCOME]);
});

it('an event on a span is the same outcome', () => {
  const events = [{ name: 'exception' }, { name: NAME, timeUnixNano: TIME, attributes: RELEVANT }];
  const spans = [{ traceId: TRACE, spanId: SPAN, events }, { traceId: TRACE }];
  expect(read({ resourceSpans: [{ scopeSpans: [{ spans }] }] })).toEqual([OUTCOME]);
});

it('older log records name their event in an attribute, and others are skipped', () => {
  const named = [...RELEVANT, ...attributes({ 'event.name': { stringValue: NAME } })];
  expect(read(logs({ ...RECORD, eventName: null, attributes: named }, { ...RECORD, eventName: 'other' }))).toEqual([
    OUTCOME,
  ]);
  expect([read({}), read({ resourceLogs: [{}], resourceSpans: [{ scopeSpans: [{}] }] })]).toEqual([[], []]);
});

it('a record without its own time has its observation time', () => {
  expect(read(logs({ ...RECORD, timeUnixNano: '0', observedTimeUnixNano: TIME }))).toEqual([OUTCOME]);
});

it('a request may be named, for gateways whose requests are not spans', () => {
  const named = [...RELEVANT, ...attributes({ 'truetally.request_id': { stringValue: 'req-1' } })];
  expect(read(logs({ ...RECORD, spanId: '', attributes: named }))).toEqual([{ ...OUTCOME, req_id: 'req-1' }]);
});

it('a label with another meaning is not a verdict, and a name of several words is one of the registry', () => {
  const evaluation = attributes({
    'gen_ai.evaluation.name': { stringValue: 'InstructionFollowing' },
    'gen_ai.evaluation.score.value': { intValue: '4' },
    'gen_ai.evaluation.score.label': { stringValue: 'relevant' },
  });
  const [outcome] = read(logs({ ...RECORD, attributes: evaluation }));
  expect(outcome).toMatchObject({ metric: 'instruction_following', score: 4 });
  expect(outcome).not.toHaveProperty('verdict');
});

it.each([
  ['no span', { ...RECORD, spanId: null }, 'unknown_request'],
  ['no metric', { ...RECORD, attributes: [] }, 'unknown_metric'],
  ['no time', { ...RECORD, timeUnixNano: null }, 'broken_rule'],
])('a record with %s is refused', (_name, record, reason) => {
  expect(read(logs(record))).toMatchObject([{ reason }]);
});
