import { describe, expect, it } from 'vitest';
import { parsePlannedLine, parseTrafficLine } from '../../../../contracts/ingest/lines/parse-traffic-line.ts';
import { InsightQuerySchema } from '../../../../contracts/insight/insight-query.ts';
import { ReceiptQuerySchema } from '../../../../contracts/insight/insight-receipt.ts';
import { createValidator } from '../../../../contracts/wire/validator.ts';

const window = { schema: 1, scope: {}, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
const drilldown = { ...window, shape: 'drilldown' };
const refuseQuestion = createValidator(InsightQuerySchema);
const refuseReceipt = createValidator(ReceiptQuerySchema);

/** The positions in a question that name values of traffic, with their pointers. */
const QUESTIONS: readonly [string, (id: string) => object, string][] = [
  ['a release', (id) => ({ ...window, shape: 'overview', release_ids: [id] }), '/release_ids/0'],
  [
    'the request of attempts',
    (id) => ({ ...drilldown, drilldown: 'attempt', attempt_filter: { logical_request_id: id } }),
    '/attempt_filter/logical_request_id',
  ],
  [
    'a provider',
    (id) => ({ ...drilldown, drilldown: 'attempt', attempt_filter: { provider_id: id } }),
    '/attempt_filter/provider_id',
  ],
  [
    'the request of feedback',
    (id) => ({ ...drilldown, drilldown: 'feedback', feedback_filter: { logical_request_id: id } }),
    '/feedback_filter/logical_request_id',
  ],
  [
    'a group',
    (id) => ({ ...drilldown, drilldown: 'request', facet_filter: { member: 'route', value: id } }),
    '/facet_filter/value',
  ],
];

const lineOf = (id: string): string =>
  JSON.stringify({
    event: 'request_admitted',
    schema: 1,
    scope: { organization_id: 'o', workspace_id: 'w', application_id: 'a', gateway_id: 'g', environment_id: 'e' },
    purpose: 'application',
    logical_request_id: id,
    admitted_at: '2026-01-01T00:00:00Z',
    streaming: false,
  });

const LONGEST_IDS = ['x'.repeat(512), 'ü'.repeat(256), `${'日'.repeat(170)}xx`, '🚀'.repeat(128)];
const TOO_LONG = ['x'.repeat(513), `${'ü'.repeat(256)}x`, '日'.repeat(171), '🚀'.repeat(129), '日'.repeat(256)];

describe('an id', () => {
  it.each(LONGEST_IDS)('of 512 bytes is accepted in traffic and questions: %s', (id) => {
    expect(parseTrafficLine(lineOf(id)).fault).toBeUndefined();
    expect(QUESTIONS.map(([, question]) => refuseQuestion(question(id)))).toEqual(QUESTIONS.map(() => undefined));
    expect(refuseReceipt({ ...window, read_context: {}, logical_request_id: id })).toBeUndefined();
  });

  it.each(TOO_LONG)('of more bytes is refused in traffic and questions: %s', (id) => {
    expect(parseTrafficLine(lineOf(id)).fault).toMatchObject({ reason: 'wrong_shape', pointer: '/logical_request_id' });
    const pointers = QUESTIONS.map(([, question]) => refuseQuestion(question(id))?.faults.map((each) => each.pointer));
    expect(pointers).toEqual(QUESTIONS.map(([, , pointer]) => [pointer]));
    const refused = refuseReceipt({ ...window, read_context: {}, logical_request_id: id });
    expect(refused?.faults.map((each) => each.pointer)).toEqual(['/logical_request_id']);
  });

  it.each(['\u0000', '\n', '\u001f', '\u007f', '\u0080', '\u0085', '\u009f'])(
    'with a control character is refused in traffic and questions: %j',
    (character) => {
      const id = `model${character}1`;
      const fault = { reason: 'wrong_shape', pointer: '/logical_request_id' };
      expect(parseTrafficLine(lineOf(id)).fault).toMatchObject(fault);
      const pointers = QUESTIONS.map(([, question]) =>
        refuseQuestion(question(id))?.faults.map((each) => each.pointer),
      );
      expect(pointers).toEqual(QUESTIONS.map(([, , pointer]) => [pointer]));
      expect(refuseReceipt({ ...window, read_context: {}, logical_request_id: id })).toBeDefined();
    },
  );

  it('that was planned when it could contain control characters of U+0080 to U+009F is loaded unchanged', () => {
    expect(parsePlannedLine(lineOf('a\u0085\u009f')).event).toMatchObject({ logical_request_id: 'a\u0085\u009f' });
    expect(parsePlannedLine(lineOf('a\n')).fault).toMatchObject({ reason: 'wrong_shape' });
  });

  it('states its unit of length', () => {
    expect(parseTrafficLine(lineOf('日'.repeat(171))).fault?.detail).toBe(
      '/logical_request_id must have this form: a text of 1 to 512 bytes in UTF-8 without control characters.',
    );
    const question = { ...drilldown, drilldown: 'attempt', attempt_filter: { provider_id: '日'.repeat(171) } };
    expect(refuseQuestion(question)?.message).toBe(
      '/attempt_filter/provider_id must have this form: at most 512 bytes, no control characters.',
    );
  });

  it('that was planned when ids were measured in characters is loaded again', () => {
    expect(parsePlannedLine(lineOf('日'.repeat(256))).event).toMatchObject({ logical_request_id: '日'.repeat(256) });
    expect(parsePlannedLine('{"event":"request_admitted","schema":1}').fault?.reason).toBe('wrong_shape');
  });
});
