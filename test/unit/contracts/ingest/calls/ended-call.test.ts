import { describe, expect, it } from 'vitest';
import { countEvents, splitEvents } from '../../../../../contracts/ingest/calls/ended-call.ts';
import { makeEndedCall } from '../../../../../testing/journal/make-ended-call.ts';

const { line: TWICE } = makeEndedCall(2);

/** The line with an additional member of the given length. */
const withMember = (length: number, line = TWICE): string =>
  line.replace('"schema":1', `"schema":1,"x":"${'x'.repeat(length)}"`);

describe('an ended call in one line', () => {
  it.each([0, 1, 2, 10])('is the events of its %s attempts, and its ending', (attempts) => {
    const { line, events } = makeEndedCall(attempts);
    expect(splitEvents(line)).toEqual(events);
    expect(countEvents(line)).toBe(events.length);
  });

  it('ends with its last attempt if that has no end', () => {
    const line = makeEndedCall(1).line.replace(',"ended_ms":2}', '}');
    const [attempt, cost] = splitEvents(line).map((event) => JSON.parse(event) as Record<string, unknown>);
    expect([attempt?.['terminal_at'], cost?.['occurred_at']]).toEqual(Array(2).fill('2026-03-02T08:00:01.089Z'));
  });

  it('names no final model if its last attempt had no result', () => {
    const line = makeEndedCall(2).line.replaceAll('"complete"', '"none"');
    expect(JSON.parse(splitEvents(line).at(-1) ?? '')).toEqual({
      ...{ event: 'request_terminal', schema: 1, logical_request_id: 'greq_1', status: 'succeeded', attempt_count: 2 },
      ...{ admitted_at: '2026-03-02T08:00:00.999Z', terminal_at: '2026-03-02T08:00:01.089Z' },
    });
  });

  it('may contain texts that look like marks', () => {
    const line = makeEndedCall(1).line.replace('"schema":1', String.raw`"schema":1,"x":"\t{\"called\":"`);
    expect(splitEvents(line).map((event) => (JSON.parse(event) as { x: string }).x)).toEqual(
      Array(3).fill('\t{"called":'),
    );
    expect(countEvents(line)).toBe(3);
  });

  it.each([
    ['a line of another form', '{"event":"one"}'],
    ['text', 'no JSON'],
    ['nothing', ''],
    ['a beginning alone', '{"ended":{'],
    ['a part of one', TWICE.slice(0, -5)],
    ['an invalid end', `${TWICE}}`],
    ['a member more', TWICE.replace('"request":{', '"more":1,"request":{')],
    [
      'one that is nested as deep as can be',
      TWICE.replace('"nanos":"7"', `"x":${'['.repeat(30_000)}${']'.repeat(30_000)}`),
    ],
    ['no request', TWICE.replace('"logical_request_id"', '"request_id"')],
    ['an invalid instant', TWICE.replace('2026-03-02T', '2026-02-30T')],
    ['a time before it began', TWICE.replace('"ended_ms":90', '"ended_ms":-1')],
    ['a time that no call takes', TWICE.replace('"ended_ms":90', '"ended_ms":1e15')],
    ['an invalid attempt', TWICE.replace('"attempts":[', '"attempts":[1,')],
    ['an attempt without its provider', TWICE.replace('"provider_id":"p",', '')],
    ['one that is longer than any event', withMember(65_536)],
    ['one whose events together would be too long', withMember(50_000, makeEndedCall(12).line)],
  ])('is not expected in %s, which remains unchanged', (_, line) => {
    expect(splitEvents(line)).toEqual([line]);
  });

  it('may have the maximum length', () => {
    expect(splitEvents(withMember(50_000))).toHaveLength(5);
    expect(splitEvents(withMember(24_000, makeEndedCall(10).line))).toHaveLength(21);
  });
});
