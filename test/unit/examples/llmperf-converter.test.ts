import { describe, expect, it } from 'vitest';
import { parseTrafficLine } from '../../../contracts/ingest/lines/parse-traffic-line.ts';
import { convertLlmperf, type LlmperfCall } from '../../../examples/llmperf/llmperf-converter.ts';

const scope = {
  organization_id: 'org_1',
  workspace_id: 't_1',
  application_id: 'app_1',
  gateway_id: 'gw_1',
  environment_id: 'env_1',
};

const MEASURED: LlmperfCall = {
  error_code: null,
  ttft_s: 1.25,
  end_to_end_latency_s: 2.375,
  number_total_tokens: 678,
  number_output_tokens: 128,
  number_input_tokens: 550,
};
const UNMEASURED = { ...MEASURED, ttft_s: 0, end_to_end_latency_s: 0, number_output_tokens: 1 };

const convert = (...calls: LlmperfCall[]) => convertLlmperf({ name: 'anyscale_13b', calls }, scope);

describe('the converter of LLMPerf’s calls', () => {
  it('creates three valid events of a call', () => {
    const events = convert(MEASURED);
    expect(events.map((event) => event.event)).toEqual(['request_admitted', 'request_terminal', 'attempt']);
    expect(events.map((event) => parseTrafficLine(JSON.stringify(event)).fault)).toEqual(Array(3).fill(undefined));
    expect(events[1]).toMatchObject({
      logical_request_id: 'llmperf-anyscale_13b-1',
      admitted_at: '2023-12-19T11:00:00.000Z',
      terminal_at: '2023-12-19T11:00:02.375Z',
      final_model: 'llama-2-13b-chat',
      final_provider: 'anyscale',
      streaming: true,
      total_ms: 2_375,
      first_output_ms: 1_250,
    });
    expect(events[2]).toMatchObject({
      provider_id: 'anyscale',
      provider_model: 'llama-2-13b-chat',
      usage_known: true,
      input_tokens: 550,
      output_tokens: 128,
      total_tokens: 678,
    });
  });

  it.each([
    [null, 'succeeded', 'complete', true],
    [-100, 'partial', 'partial', true],
    [429, 'refused', 'none', false],
    [-1, 'failed', 'none', false],
  ] as const)('reads error code %s as %s', (error_code, status, output_state, measured) => {
    const [, terminal, attempt] = convert({ ...(measured ? MEASURED : UNMEASURED), error_code });
    expect(parseTrafficLine(JSON.stringify(terminal)).fault).toBeUndefined();
    expect(parseTrafficLine(JSON.stringify(attempt)).fault).toBeUndefined();
    expect(terminal).toMatchObject({ status });
    expect(attempt).toMatchObject({ output_state, usage_known: measured });
    expect(
      ['total_ms', 'first_output_ms', 'final_model'].map((member) => Object.hasOwn(terminal ?? {}, member)),
    ).toEqual(Array(3).fill(measured));
  });

  it('refuses an error code that LLMPerf does not have', () => {
    expect(() => convert({ ...MEASURED, error_code: 500 })).toThrow(RangeError);
  });

  it('gives each call a separate id and an instant ten seconds after the previous one', () => {
    const admissions = convert(MEASURED, MEASURED).flatMap((event) =>
      event.event === 'request_admitted' ? [[event.logical_request_id, event.admitted_at]] : [],
    );
    expect(admissions).toEqual([
      ['llmperf-anyscale_13b-1', '2023-12-19T11:00:00.000Z'],
      ['llmperf-anyscale_13b-2', '2023-12-19T11:00:10.000Z'],
    ]);
  });
});
