import { strict as assert } from 'node:assert';
import type { Caller, CallOptions } from './caller.ts';
import {
  FAILED_PROMPT,
  LATE_PROMPT,
  PLAIN_ANSWER,
  plainCall,
  streamedCall,
  type PlayedCall,
  type Wire,
} from './played-calls.ts';
import { requireWholeStream } from './stream-check.ts';

/** A call that is sent repeatedly during a soak; `send` throws if the answer is wrong. */
export interface SoakCall {
  readonly name: string;
  /** The number of parallel calls. */
  readonly atOnce: number;
  /** True if the call leaves a row; `maybe` if the caller disconnects, possibly before the admission. */
  readonly leavesRow: boolean | 'maybe';
  send(caller: Caller, number: number): Promise<void>;
}

/** The tag with a limit that admits hardly any calls. */
export const SCARCE_TAG = { name: 'plan', value: 'scarce' } as const;

const PACE = { frames: 20, everyMs: 5 } as const;
/** The form of streams from which the caller disconnects. */
const LONG = { frames: 2_000, everyMs: 5 } as const;
const UNCACHED = { 'x-tt-cache': 'off' } as const;
/** The number of different prompts that are repeated. */
const KNOWN = 200;
/** The delay until the caller disconnects. A late answer takes longer, and the admission is faster. */
const LEAVES_AFTER_MS = 50;

/** All kinds of calls, sent at full speed. */
export const SOAK_CALLS: readonly SoakCall[] = [
  expecting('plain', 8, 200, () => plainCall(), { headers: UNCACHED }),
  expecting('known to the cache', 4, 200, (number) => plainCall(`known ${number % KNOWN}`)),
  expecting('new to the cache', 1, 200, (number) => plainCall(`new ${number}`)),
  expecting('failed by the provider', 1, 500, () => plainCall(FAILED_PROMPT), { headers: UNCACHED }),
  expecting('of no model', 1, 404, () => ({ ...plainCall(), body: '{"model":"none"}' })),
  expecting('no JSON', 1, 400, () => ({ ...plainCall(), body: '{' })),
  { ...expecting('with a wrong key', 1, 401, () => plainCall(), bearing('wrong')), leavesRow: false },
  {
    ...{ name: 'over a limit', atOnce: 1, leavesRow: true },
    async send(caller) {
      const headers = { [`x-tt-tag-${SCARCE_TAG.name}`]: SCARCE_TAG.value };
      const { status, body } = await caller.send(plainCall(), { headers });
      assert.ok(status === 429 || status === 200, `over a limit: ${body.toString()}`);
    },
  },
  streamed('openai', UNCACHED),
  streamed('anthropic', UNCACHED),
  { ...streamed('openai', {}), name: 'replayed stream', atOnce: 1 },
  {
    ...{ name: 'left within a stream', atOnce: 4, leavesRow: true },
    async send(caller, number) {
      const call = streamedCall(number % 2 === 0 ? 'openai' : 'anthropic', LONG);
      const { isLeft } = await caller.send(call, { headers: UNCACHED, onPiece: () => 'leave' });
      assert.equal(isLeft, true);
    },
  },
  {
    ...{ name: 'left before its answer', atOnce: 4, leavesRow: 'maybe' },
    async send(caller) {
      const { isLeft } = await caller.send(plainCall(LATE_PROMPT), {
        headers: UNCACHED,
        leavesAfterMs: LEAVES_AFTER_MS,
      });
      assert.equal(isLeft, true);
    },
  },
];

function bearing(token: string): CallOptions {
  return { headers: { authorization: `Bearer ${token}` } };
}

function expecting(
  name: string,
  atOnce: number,
  expected: number,
  call: (number: number) => PlayedCall,
  options?: CallOptions,
): SoakCall {
  return {
    ...{ name, atOnce, leavesRow: true },
    async send(caller, number) {
      const { status, body } = await caller.send(call(number), options);
      assert.equal(status, expected, `${name}: ${body.toString()}`);
      if (status === 200) assert.ok(body.equals(PLAIN_ANSWER), name);
    },
  };
}

function streamed(wire: Wire, headers: Readonly<Record<string, string>>): SoakCall {
  return {
    ...{ name: `streamed, ${wire}`, atOnce: 8, leavesRow: true },
    async send(caller) {
      requireWholeStream(await caller.send(streamedCall(wire, PACE), { headers }), wire, PACE.frames);
    },
  };
}
