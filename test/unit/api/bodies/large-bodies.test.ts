import { afterEach, describe, expect, it } from 'vitest';
import type { TrafficBody } from '../../../../api/bodies/traffic-body.ts';
import { readTraffic } from '../../../../api/customer/traffic/read-traffic.ts';
import {
  createLargeBodies,
  isLargeBody,
  type ThreadResult,
  type ReadTask,
} from '../../../../api/bodies/large-bodies.ts';
import { readOtelOutcomes } from '../../../../api/management/outcomes/read-otel-outcomes.ts';
import { Refusal } from '../../../../domain/kernel/errors.ts';
import { createCallPrices } from '../../../../providers/prices/create-call-prices.ts';
import { loadPriceTable } from '../../../../providers/prices/price-table.ts';
import { FairWorker } from '../../../../runtime/fair-worker.ts';
import { makeSpan, CHAT_ATTRIBUTES, makeTraces } from '../../../../testing/ingest/made-spans.ts';
import { bundledProgram } from '../../../../testing/processes/bundled-programs.ts';

const RECEPTION = {
  environment: {
    organizationId: 'org_1',
    workspaceId: 't_1',
    applicationId: 'app_1',
    gatewayId: 'gw_1',
    environmentId: 'env_1',
  },
  receivedAt: new Date('2026-03-01T12:00:00.000Z'),
  wanted: { request: true, response: true },
  takesStatedCosts: false,
};
const TURN = { share: 'env_1', isGone: () => false };
const SPANS = JSON.stringify(
  makeTraces(makeSpan(), makeSpan({ 'http.request.method': 'GET' }), makeSpan({ ...CHAT_ATTRIBUTES, a: 'b' })),
);
const CONTENT = { event: 'content', schema: 1, logical_request_id: 'r1', request: 'What?', response: 'That.' };
const COST = {
  ...{ event: 'cost_effect', schema: 1, purpose: 'application', logical_request_id: 'r1', effect_id: 'e1' },
  ...{ effect_kind: 'settlement', attempt_id: 'a1', provider_id: 'openai', provider_model: 'gpt-4o' },
  ...{ occurred_at: '2026-03-01T11:00:00.000Z', price_state: 'priced', nanos: '7' },
};
const LOG = {
  call_type: 'acompletion',
  startTime: 1_772_362_800,
  endTime: 1_772_362_801,
  litellm_call_id: 'one',
  custom_llm_provider: 'openai',
  model: 'gpt-4o',
  prompt_tokens: 10,
  completion_tokens: 2,
  total_tokens: 12,
};

/** Accepted and refused bodies of every source and form. */
const BODIES: readonly (readonly [name: string, way: TrafficBody['way'], form: TrafficBody['form'], text: string])[] = [
  ['events in a list', 'native', 'document', JSON.stringify([{ event: 'unknown' }, CONTENT, COST])],
  ['events in lines', 'native', 'lines', `{"event":"unknown"}\nno JSON\n${JSON.stringify(CONTENT)}\n`],
  ['spans in JSON', 'otlp', 'document', SPANS],
  ['spans in protobuf', 'otlp', 'protobuf', '\n\u0002\u0012\u0000'],
  ['a log in a list', 'litellm', 'document', JSON.stringify([LOG, {}])],
  ['a log in lines', 'litellm', 'lines', `${JSON.stringify(LOG)}\nno JSON`],
  ['no JSON', 'native', 'document', '['],
  ['a name twice', 'otlp', 'document', '{"a":1,"a":2}'],
  ['no protobuf', 'otlp', 'protobuf', '\n\u007f'],
  ['too many events', 'native', 'lines', '1\n'.repeat(10_001)],
];

let thread: FairWorker<ReadTask, ThreadResult> | undefined;
afterEach(async () => {
  await thread?.close();
  thread = undefined;
});

function largeBodies() {
  thread = new FairWorker({
    program: bundledProgram('api/composition/read-in-thread.ts'),
    ...{ threads: 1, maxMs: 30_000 },
    memory: { maxOldGenerationSizeMb: 256 },
  });
  return createLargeBodies(thread);
}

/** The result of a read, or the reason of its refusal. */
async function outcome(reading: () => unknown): Promise<unknown> {
  try {
    return await reading();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, message: error.message, faults: error.faults };
  }
}

describe('a large body', () => {
  it('is one of more than 64 KiB', () => {
    expect([65_536, 65_537].map((length) => isLargeBody(Buffer.alloc(length)))).toEqual([false, true]);
  });

  it('is read or refused by the thread like in the serving loop', async () => {
    const prices = createCallPrices(await loadPriceTable());
    const bodies = largeBodies();
    for (const [name, way, form, text] of BODIES) {
      const body = { way, form, bytes: Buffer.from(text) };
      const here = await outcome(() => readTraffic(body, RECEPTION, prices));
      expect([name, await outcome(() => bodies.readTraffic(body, RECEPTION, TURN))]).toEqual([name, here]);
    }
  });

  it.each([
    ['results', JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [withResult()] }] }] })],
    ['nothing', ''],
    ['no JSON', '{'],
  ])('of evaluations with %s is read equally', async (_name, text) => {
    const bytes = Buffer.from(text);
    const here = await outcome(() => readOtelOutcomes(bytes));
    expect(await outcome(() => largeBodies().readOtelOutcomes(bytes, TURN))).toEqual(here);
  });

  it('whose thread ends is refused, and may be sent again', async () => {
    const bodies = createLargeBodies({ run: () => Promise.reject(new Error('It ended.')) });
    await expect(bodies.readOtelOutcomes(Buffer.from('{}'), TURN)).rejects.toMatchObject({
      code: 'dependency_unavailable',
    });
  });

  it('with a defect in the thread is not a refusal', async () => {
    const bodies = createLargeBodies({ run: () => Promise.resolve({ defect: 'TypeError: no function' }) });
    await expect(bodies.readOtelOutcomes(Buffer.from('{}'), TURN)).rejects.toThrow('TypeError: no function');
  });
});

function withResult() {
  const attributes = [{ key: 'gen_ai.evaluation.name', value: { stringValue: 'Correctness' } }];
  const events = [{ name: 'gen_ai.evaluation.result', timeUnixNano: '1772362800000000000', attributes }];
  return { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', events };
}
