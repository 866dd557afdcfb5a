import { describe, expect, it } from 'vitest';
import { parseTrafficLine } from '../../../contracts/ingest/lines/parse-traffic-line.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { AiderConverter } from '../../../examples/aider/aider-converter.ts';

const scope = {
  organization_id: 'org_1',
  workspace_id: 't_1',
  application_id: 'app_1',
  gateway_id: 'gw_1',
  environment_id: 'env_1',
};
const TIME = 1_700_000_000;

const send = (model: string, cost: number, time = TIME): string =>
  JSON.stringify({
    event: 'message_send',
    properties: { main_model: model, prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, cost },
    time,
  });

const convert = (lines: readonly string[], gapDays = 7): TrafficEvent[] => {
  const converter = new AiderConverter({ scope, gapDays });
  return lines.flatMap((line) => converter.convert(line));
};

const costOf = (line: string) => convert([line]).find((event) => event.event === 'cost_effect');

describe('the converter of the Aider log', () => {
  it('creates four events of a call, all valid and at its time', () => {
    const events = convert([send('anthropic/claude-x', 0.25)]);
    expect(events.map((event) => event.event)).toEqual([
      'request_admitted',
      'request_terminal',
      'attempt',
      'cost_effect',
    ]);
    expect(events.map((event) => parseTrafficLine(JSON.stringify(event)).fault)).toEqual(Array(4).fill(undefined));
    expect(events[2]).toMatchObject({
      dispatched_at: '2023-11-14T22:13:20.000Z',
      provider_id: 'anthropic',
      provider_model: 'anthropic/claude-x',
      input_tokens: 10,
      output_tokens: 5,
      total_tokens: 15,
    });
    expect(events[3]).toMatchObject({ price_state: 'priced', nanos: '250000000' });
  });

  it('creates a failed request without cost from an exception', () => {
    const line = JSON.stringify({ event: 'message_send_exception', properties: { exception: 'x' }, time: TIME });
    const events = convert([line]);
    expect(events.map((event) => event.event)).toEqual(['request_admitted', 'request_terminal', 'attempt']);
    expect(events.map((event) => parseTrafficLine(JSON.stringify(event)).fault)).toEqual(Array(3).fill(undefined));
    expect(events[1]).toMatchObject({ status: 'failed' });
    expect(events[2]).toMatchObject({ usage_known: false });
  });

  it('separates a price of zero from a missing price', () => {
    expect(costOf(send('openrouter/REDACTED', 0))).toMatchObject({ price_state: 'unpriced' });
    expect(costOf(send('openrouter/REDACTED', 0))).not.toHaveProperty('nanos');
    expect(costOf(send('openrouter/REDACTED', 0.5))).toMatchObject({ price_state: 'priced', nanos: '500000000' });
    expect(costOf(send('gemini/gemini-2.5-pro-exp-03-25', 0))).toMatchObject({ price_state: 'priced', nanos: '0' });
  });

  it('gives a line one id in every conversion, and a repeated line another', () => {
    const ids = (): string[] =>
      convert([send('o3', 1), send('o3', 1)]).flatMap((event) =>
        event.event === 'request_admitted' ? [event.logical_request_id] : [],
      );
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(2);
  });

  it('declares a gap only if it is longer than permitted', () => {
    const week = 7 * 86_400;
    const gaps = convert([send('o3', 1), send('o3', 1, TIME + week), send('o3', 1, TIME + 2 * week + 1)]).filter(
      (event) => event.event === 'coverage_gap',
    );
    expect(gaps.map(({ from, to, producer_class }) => [from, to, producer_class])).toEqual([
      ['2023-11-21T22:13:21.000Z', '2023-11-28T22:13:21.000Z', 'gateway_journal'],
    ]);
  });
});
