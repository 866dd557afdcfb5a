import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFileJournal } from '../../../../journal/files/open-file-journal.ts';
import type { AdmittedCall } from '../../../../proxy/call/admitted-call.ts';
import { CallDimensions } from '../../../../proxy/call/call-dimensions.ts';
import type { CalledProvider } from '../../../../contracts/ingest/calls/write-ended-call.ts';
import type { CallEnding } from '../../../../proxy/call/call-ending.ts';
import { admissionLine, endingLine } from '../../../../proxy/decision-log/decision-lines.ts';
import type { LapsedCounter } from '../../../../store/gateway/lapsed-lease-store.ts';
import {
  ACCOUNTING_DELAY_MS,
  accountForDeadGateways,
} from '../../../../worker/dead-gateways/account-for-dead-gateways.ts';
import { TEST_LEAF } from '../../../../testing/gateway/test-keys.ts';

const FROM = Date.parse('2026-03-09T00:00:00.000Z');
const TO = Date.parse('2026-03-10T00:00:00.000Z');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-dead-gateways-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function call(requestId: string, noted: Record<string, string> = {}, atMs = FROM): AdmittedCall {
  return {
    requestId: `greq_${requestId}`,
    key: { keyId: 'kid_2', owner: 'search', leaf: TEST_LEAF, rotations: ['kid_1', 'kid_2'] },
    admittedAt: new Date(atMs),
    ...{ streaming: true, traceId: undefined, bytes: 10, annotations: noted },
  };
}

function answered(more: Partial<CalledProvider>, status: CallEnding['status'] = 'succeeded'): CallEnding {
  const attempt: CalledProvider = {
    ...{ provider: 'openai', model: 'gpt-5', asked: 'gpt-5', dispatchedMs: 1, outputState: 'complete' },
    ...{ isEstimate: false, units: { input_tokens: 60, output_tokens: 40 } },
    price: { state: 'priced', nanos: '7000', revision: 'r1' },
    ...more,
  };
  return { status, totalMs: 500, attempt };
}

const RESERVED = { reserved_tokens: '900', reserved_nano_usd: '90000' };
const UNPRICED = { state: 'unpriced', reason: 'model_not_in_table', revision: 'r1' } as const;

/** Writes rows like the gateway. A call without an ending was in flight when its process was killed. */
async function log(writerId: string, ...calls: readonly (readonly [AdmittedCall, CallEnding?])[]): Promise<void> {
  const writer = openFileJournal(folder).openWriter({ writerId });
  await writer.appendLines(calls.map(([each]) => admissionLine(each)));
  await writer.appendLines(calls.flatMap(([each, ending]) => (ending ? [endingLine(each, ending)] : [])));
  await writer.close();
}

function counter(unit: LapsedCounter['unit'], node = `team:${TEST_LEAF.organizationId}:search`): LapsedCounter {
  return { counterId: `${unit} ${node}`, process: 'proxy-1', node, unit, from: new Date(FROM), to: new Date(TO) };
}

/** The accounted total of each counter. */
async function accounted(...counters: readonly LapsedCounter[]): Promise<Record<string, bigint>> {
  const totals: Record<string, bigint> = {};
  await accountForDeadGateways({
    leases: {
      find: (lapsedForMs) => Promise.resolve(lapsedForMs === ACCOUNTING_DELAY_MS ? [...counters] : []),
      account: ({ counterId }, cameTo) => {
        totals[counterId] = cameTo;
        return Promise.resolve(0n);
      },
    },
    journal: openFileJournal(folder),
    rotations: () => Promise.resolve(new Map([['kid_2', ['kid_1', 'kid_2']]])),
    log: { info: () => undefined },
  });
  return totals;
}

it('charges the cost of ended calls, and the reservations of the others', async () => {
  await log(
    'proxy-1',
    [call('priced', RESERVED), answered({})],
    [call('in-flight', RESERVED)],
    [call('unpriced', RESERVED), answered({ price: UNPRICED, units: undefined })],
    [call('estimated', RESERVED), answered({ isEstimate: true })],
    [call('refused-there', RESERVED), answered({ price: 'nothing', units: undefined, isEstimate: true })],
    [call('hit'), { status: 'succeeded', totalMs: 1, attempt: undefined }],
    [call('refused-here'), { status: 'refused', kind: 'rate_limited', totalMs: 1, attempt: undefined }],
  );
  await log('proxy-2', [call('of-another', RESERVED), answered({})]);
  const [nanos, tokens, requests] = [counter('nano_usd'), counter('tokens'), counter('requests')];
  expect(await accounted(nanos, tokens, requests)).toEqual({
    [nanos.counterId]: 7_000n + 90_000n + 90_000n + 90_000n,
    [tokens.counterId]: 100n + 900n + 900n + 900n,
    [requests.counterId]: 6n,
  });
});

it('charges a more expensive tier like its process', async () => {
  const dearer = { ...RESERVED, price_factor: '2.5' };
  await log('proxy-1', [call('priced', dearer), answered({})]);
  const counters = [counter('nano_usd'), counter('tokens')];
  const totals = await accounted(...counters);
  expect(counters.map(({ counterId }) => totals[counterId])).toEqual([17_500n, 100n]);
});

it('counts the calls of a node and a window, and reads the tags of older gateways in their annotations', async () => {
  await log(
    'proxy-1',
    [call('older', { ...RESERVED, 'tag.job': 'night' }), answered({})],
    [call('before', RESERVED, FROM - 1), answered({})],
    [
      { ...call('last', RESERVED, TO - 1), dimensions: new CallDimensions({ user: 'u', 'tag.job': 'night' }) },
      answered({}),
    ],
    [call('behind', RESERVED, TO), answered({})],
  );
  const nodes = ['organization:%', 'team:%:search', 'team:%:other', 'key:kid_1', 'key:kid_3', 'tag:%:job=night'];
  const counters = nodes.map((node) => counter('nano_usd', node.replace('%', TEST_LEAF.organizationId)));
  const totals = await accounted(...counters);
  expect(counters.map(({ counterId }) => totals[counterId])).toEqual([14_000n, 14_000n, 0n, 14_000n, 0n, 14_000n]);
});

it('does not change counters without calls in the journal', async () => {
  await log('proxy-1', [call('unknown'), answered({ price: UNPRICED, units: undefined })]);
  expect(await accounted(counter('nano_usd'), counter('requests'))).toEqual({ [counter('requests').counterId]: 1n });
});

it('does not account for a process whose journal is elsewhere, or has lost its beginning', async () => {
  expect(await accounted(counter('requests'))).toEqual({});
  await log('proxy-1', [call('first')]);
  await log('proxy-1', [call('second')]);
  const [first = ''] = readdirSync(folder).sort();
  rmSync(join(folder, first));
  expect(await accounted(counter('requests'))).toEqual({});
});
