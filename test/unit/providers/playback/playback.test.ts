import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { promptDigest, readAnswerBook } from '../../../../providers/playback/answer-book.ts';
import { plannedFault, type PlannedFault, type FaultPlan } from '../../../../providers/playback/fault-plan.ts';
import { createPlaybackApp, type BilledCall } from '../../../../providers/playback/playback-app.ts';
import { callOverWire, EVERY_WIRE, NOW } from '../caller/support/call.ts';
import { VERDICT } from '../caller/support/wire-bodies.ts';

const QUESTION = 'What is 6 × 7?';
const LINES = [
  { prompt: QUESTION, text: '42', usage: { input_tokens: 20, output_tokens: 5 } },
  { prompt: 'Long?', text: 'It goes on', ending: 'truncated' },
  { prompt: 'Bad?', ending: 'filtered' },
  { prompt_digest: promptDigest('Who?'), model: 'claude-haiku-4-5', text: 'By digest, one model.' },
  { prompt: 'Who?', text: 'By text, any model.' },
  { contains: ['graded', 'answer: 42'], structured: { passed: true } },
];

interface Playback {
  readonly origin: string;
  readonly waits: number[];
  /** Advances the provider's clock. */
  readonly pass: (ms: number) => void;
  readonly plan: (plan: FaultPlan) => Promise<number>;
  readonly bill: () => Promise<BilledCall[]>;
}

async function startPlayback(faults: readonly PlannedFault[] = [], latencyMs = 0): Promise<Playback> {
  const waits: number[] = [];
  let now = NOW.getTime();
  const app = createPlaybackApp({
    answers: readAnswerBook(LINES.map((line) => JSON.stringify(line)).join('\n')),
    plan: { latency_ms: latencyMs, faults: [...faults] },
    clock: { now: () => new Date(now) },
    wait: (ms) => Promise.resolve(waits.push(ms)),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return {
    origin: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    waits,
    pass: (ms) => void (now += ms),
    plan: async (plan) => (await app.inject({ method: 'PUT', url: '/playback/plan', payload: plan })).statusCode,
    bill: async () => (await app.inject('/playback/bill')).json<{ calls: BilledCall[] }>().calls,
  };
}

const ask = (content: string) => ({ messages: [{ role: 'user' as const, content }] });

describe('the playback provider', () => {
  it.each(EVERY_WIRE)('returns the recorded answer over %s, and bills it by the id of the call', async (wire) => {
    const playback = await startPlayback([], 500);
    const outcome = await callOverWire(wire, playback.origin, { callId: 'cell_7' });
    expect(outcome).toMatchObject({
      kind: 'answered',
      text: '42',
      units: { input_tokens: 20, output_tokens: 5 },
      price: { state: 'priced' },
      providerRequestId: 'played_1',
    });
    expect(playback.waits).toEqual([500]);
    expect(await playback.bill()).toEqual([
      {
        call_id: 'cell_7',
        wire,
        model: outcome.kind === 'answered' ? outcome.model : undefined,
        prompt_digest: promptDigest(QUESTION),
        input_tokens: 20,
        output_tokens: 5,
        ended: 'answered',
        at: NOW.toISOString(),
      },
    ]);
  });

  it.each(EVERY_WIRE)('over %s, returns a document if one is forced, and ends as recorded', async (wire) => {
    const { origin } = await startPlayback();
    expect(
      await callOverWire(wire, origin, { ...ask('To be graded: answer: 42.'), structured: VERDICT }),
    ).toMatchObject({
      kind: 'answered',
      structured: { passed: true },
      // Input: 'Be brief.', a line break and 25 characters of the prompt. Output: 15 characters of the document.
      units: { input_tokens: 9, output_tokens: 4 },
    });
    expect(await callOverWire(wire, origin, ask('Long?'))).toMatchObject({ fault: 'output_truncated' });
    expect(await callOverWire(wire, origin, ask('Bad?'))).toMatchObject({ fault: 'content_filtered' });
    expect(await callOverWire(wire, origin, ask('Unheard?'))).toMatchObject({ kind: 'refused', fault: 'not_found' });
  });

  it('finds an answer by the digest of its prompt, only of its model', async () => {
    const { origin } = await startPlayback();
    expect(await callOverWire('messages', origin, ask('Who?'))).toMatchObject({ text: 'By digest, one model.' });
    expect(await callOverWire('responses', origin, ask('Who?'))).toMatchObject({ text: 'By text, any model.' });
  });

  it('requires a key, and a valid request', async () => {
    const { origin, bill } = await startPlayback();
    const post = async (headers: Record<string, string>, body: string) =>
      (await fetch(`${origin}/v1/messages`, { method: 'POST', headers, body })).status;
    const json = { 'content-type': 'application/json' };
    expect(await post(json, '{}')).toBe(401);
    expect(await post({ ...json, 'x-api-key': 'any' }, '{}')).toBe(400);
    expect(await bill()).toEqual([]);
  });

  it.each([
    [{ fault: 'rate_limited', retry_after_seconds: 30 }, { kind: 'refused', retryAfterMs: 30_000 }, []],
    [{ fault: 'overloaded' }, { kind: 'refused', fault: 'overloaded' }, []],
    [{ fault: 'failing', status: 502 }, { kind: 'effect_unknown', status: 502 }, ['failing']],
    [{ fault: 'failing', status: 500, billed: false }, { kind: 'effect_unknown', status: 500 }, []],
    [{ fault: 'cut' }, { kind: 'effect_unknown', fault: 'connection_lost' }, ['cut']],
    [{ fault: 'cut', billed: false }, { kind: 'effect_unknown', fault: 'connection_lost' }, []],
    [{ fault: 'malformed' }, { kind: 'effect_unknown', fault: 'answer_unreadable' }, ['malformed']],
    [{ fault: 'slow', latency_ms: 9_000 }, { kind: 'answered' }, ['answered']],
  ] as [PlannedFault, object, BilledCall['ended'][]][])('%j is %j, and bills %j', async (fault, outcome, billed) => {
    for (const [wire] of EVERY_WIRE) {
      const playback = await startPlayback([fault], 100);
      expect(await callOverWire(wire, playback.origin)).toMatchObject(outcome);
      expect((await playback.bill()).map(({ ended }) => ended)).toEqual(billed);
      if (fault.fault === 'slow') expect(playback.waits).toEqual([9_000]);
    }
  });

  it('accepts another plan while it runs, which starts from the beginning', async () => {
    const playback = await startPlayback([{ fault: 'overloaded' }]);
    expect(await callOverWire('messages', playback.origin)).toMatchObject({ fault: 'overloaded' });
    const plan: FaultPlan = {
      latency_ms: 0,
      faults: [{ fault: 'rate_limited', retry_after_seconds: 60, for_seconds: 60 }],
    };
    expect(await playback.plan(plan)).toBe(200);
    expect(await callOverWire('messages', playback.origin)).toMatchObject({
      fault: 'rate_limited',
      retryAfterMs: 60_000,
    });
    playback.pass(60_000);
    expect(await callOverWire('messages', playback.origin)).toMatchObject({ kind: 'answered' });
    expect(await playback.plan({ ...plan, latency_ms: -1 })).toBe(422);
  });
});

describe('a plan of faults', () => {
  const applied = (fault: PlannedFault, elapsedMs = 0): number[] =>
    [0, 1, 2, 3, 4, 5, 6].filter(
      (call) => plannedFault({ latency_ms: 0, faults: [fault] }, call, elapsedMs) !== undefined,
    );

  it.each([
    [{}, [0, 1, 2, 3, 4, 5, 6]],
    [{ skip: 2 }, [2, 3, 4, 5, 6]],
    [{ calls: 2 }, [0, 1]],
    [{ every: 3 }, [0, 3, 6]],
    [{ skip: 1, every: 2, calls: 2 }, [1, 3]],
  ])('%j affects the calls %j', (when, calls) => {
    expect(applied({ fault: 'cut', ...when })).toEqual(calls);
  });

  it('ends at its time limit', () => {
    expect(applied({ fault: 'cut', for_seconds: 2 }, 1_999)).toHaveLength(7);
    expect(applied({ fault: 'cut', for_seconds: 2 }, 2_000)).toEqual([]);
  });
});

describe('a file of recorded answers', () => {
  it.each([
    ['{"prompt":"a"', 'Line 1 is no JSON.'],
    ['{"text":"a"}', 'Line 1 needs one of prompt, prompt_digest and contains.'],
    ['{"prompt":"a","contains":["b"]}', 'Line 1 needs one of prompt, prompt_digest and contains.'],
  ])('with %s is invalid', (line, message) => {
    expect(() => readAnswerBook(line)).toThrow(new RangeError(message));
  });

  it('with an unknown member is invalid, with its line', () => {
    expect(() => readAnswerBook('{"prompt":"a"}\n\n{"prompt":"a","txt":"b"}')).toThrow(/^Line 3: /);
  });
});

it('keeps the newest calls of its bill, and counts the dropped ones', async () => {
  const app = createPlaybackApp({
    answers: readAnswerBook(LINES.map((line) => JSON.stringify(line)).join('\n')),
    plan: { latency_ms: 0, faults: [] },
    clock: { now: () => NOW },
    wait: () => Promise.resolve(),
    maxCalls: 10,
  });
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  for (let call = 0; call < 12; call += 1) await callOverWire('messages', origin, { callId: `cell_${call}` });
  const bill = (await app.inject('/playback/bill')).json<{ calls: BilledCall[]; forgotten_calls: number }>();
  expect([bill.forgotten_calls, bill.calls.length, bill.calls.at(-1)?.call_id]).toEqual([2, 10, 'cell_11']);
});

it.each(['10.0.0.7', '::ffff:10.0.0.7', '2001:db8::1'])('refuses a plan from %s', async (remoteAddress) => {
  const app = createPlaybackApp({
    answers: readAnswerBook(''),
    plan: { latency_ms: 0, faults: [] },
    clock: { now: () => NOW },
    wait: () => Promise.resolve(),
  });
  onTestFinished(() => app.close());
  const payload = { latency_ms: 5, faults: [] };
  const asked = await app.inject({ method: 'PUT', url: '/playback/plan', payload, remoteAddress });
  expect([asked.statusCode, (await app.inject('/playback/plan')).json()]).toEqual([403, { latency_ms: 0, faults: [] }]);
});
