import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GovernanceBlock } from '../../../../domain/gateway/governance/governance-block.ts';
import { governanceSettings } from '../../../../domain/gateway/governance/limit.ts';
import { openFileJournal } from '../../../../journal/files/open-file-journal.ts';
import { LIMIT_COMMANDS } from '../../../../operator/commands/limit-commands.ts';
import { readLoggedCalls, type LoggedRange } from '../../../../operator/limits/read-logged-calls.ts';
import type { AdmittedCall } from '../../../../proxy/call/admitted-call.ts';
import { CallDimensions } from '../../../../proxy/call/call-dimensions.ts';
import type { CalledProvider } from '../../../../contracts/ingest/calls/write-ended-call.ts';
import type { CallEnding } from '../../../../proxy/call/call-ending.ts';
import { admissionLine, endingLine } from '../../../../proxy/decision-log/decision-lines.ts';
import { TEST_LEAF } from '../../../../testing/gateway/test-keys.ts';

const NOW = new Date('2026-03-09T12:00:00.000Z');
const MORNING = Date.parse('2026-03-09T08:00:00.000Z');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-preview-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function admitted(requestId: string, atMs: number, noted: Record<string, string> = {}): AdmittedCall {
  return {
    requestId,
    key: { keyId: 'kid_1', owner: 'search', leaf: TEST_LEAF, rotations: ['kid_1'] },
    admittedAt: new Date(MORNING + atMs),
    ...{ streaming: false, traceId: undefined, bytes: 10, annotations: noted },
  };
}

const PRICED: CalledProvider = {
  ...{
    provider: 'openai',
    model: 'gpt-5-mini',
    asked: 'gpt-5-mini',
    dispatchedMs: 1,
    outputState: 'complete',
    isEstimate: false,
  },
  units: { input_tokens: 60, output_tokens: 40 },
  price: { state: 'priced', nanos: '2000000000', revision: 'r1' },
};

const answered = (attempt: CalledProvider | undefined): CallEnding => ({ status: 'succeeded', totalMs: 500, attempt });

/** Writes calls like the gateway. A call without an ending was killed. */
async function log(...calls: readonly [AdmittedCall, CallEnding | undefined][]): Promise<void> {
  const writer = openFileJournal(folder).openWriter({ writerId: 'proxy-1' });
  await writer.appendLines(
    calls.flatMap(([call, ending]) => [admissionLine(call), ...(ending ? [endingLine(call, ending)] : [])]),
  );
  await writer.close();
}

function preview(block: GovernanceBlock, typed: Record<string, string> = {}) {
  const never = (): never => {
    throw new Error('Postgres is not asked.');
  };
  const ports = {
    limits: { list: never, listCurrent: never },
    governance: () => governanceSettings(block),
    loggedCalls: (range: LoggedRange) =>
      readLoggedCalls(openFileJournal(folder).logs, range, new Map([['kid_1', ['kid_0', 'kid_1']]])),
    clock: { now: () => NOW },
  };
  return LIMIT_COMMANDS['limits preview']!.run(ports, typed, NOW);
}

describe('npm run operator -- limits preview', () => {
  it('reports the logged calls that a budget would have refused', async () => {
    const unpriced: CalledProvider = {
      ...PRICED,
      price: { state: 'unpriced', reason: 'model_not_in_table', revision: 'r1' },
    };
    await log(
      [admitted('greq_1', 0), answered(PRICED)],
      [admitted('greq_2', 1_000), answered(unpriced)],
      // The cache answered this request, so it has no usage.
      [admitted('greq_3', 2_000), answered(undefined)],
      [admitted('greq_4', 3_000), answered(PRICED)],
      [
        admitted('greq_5', 4_000, { 'refused_by_limit.id': 'old' }),
        { status: 'refused', kind: 'budget_exceeded', totalMs: 1 },
      ],
      [admitted('greq_6', 5_000), { status: 'refused', kind: 'not_found_error', totalMs: 1 }],
    );
    const limits = [{ id: 'day', node: 'team:search', budget_usd: 4, per: 'day' }] as const;
    expect(await preview({ limits, unpriced_call_usd: 1 })).toEqual([
      {
        ...{ limit_id: 'day', node: 'team:org_1:search', unit: 'usd', limit: '4', calls: '4', windows: '1' },
        ...{ fullest_at: '2026-03-09T00:00:00.000Z', fullest_came_to: '5', fullest_percent: '125' },
        ...{ would_refuse: '1', in_windows: '1', they_came_to: '2', assumed: '1', refused_then: '1' },
        ...{ first_at: '2026-03-09T08:00:03.000Z', first_request: 'greq_4' },
      },
    ]);
  });

  it('counts the reservation of a killed call', async () => {
    await log([admitted('greq_1', 0, { reserved_tokens: '700', reserved_nano_usd: '9' }), undefined]);
    const limits = [{ id: 'tokens', node: 'organization', tokens: 1_000, per: 'day' }] as const;
    expect(await preview({ limits })).toMatchObject([{ fullest_came_to: '700', assumed: '1', would_refuse: '0' }]);
  });

  it('counts a refused call as zero', async () => {
    const refused: CalledProvider = { ...PRICED, outputState: 'none', units: undefined, price: 'nothing' };
    await log([admitted('greq_1', 0), { status: 'failed', kind: 'http_429', totalMs: 1, attempt: refused }]);
    const limits = [
      { id: 'tokens', node: 'organization', tokens: 10, per: 'day' },
      { id: 'usd', node: 'organization', budget_usd: 1, per: 'day' },
    ] as const;
    expect(await preview({ limits })).toMatchObject([
      { fullest_came_to: '0', assumed: '0' },
      { fullest_came_to: '0', assumed: '0' },
    ]);
  });

  it('covers the requested days and limit, and shows a limit without calls', async () => {
    const tagged = { ...admitted('greq_1', -2 * 86_400_000), dimensions: new CallDimensions({ 'tag.app': 'web' }) };
    await log([tagged, answered(PRICED)]);
    const limits = [
      { id: 'all', node: 'organization', requests: 5, per: 'day' },
      { id: 'web', node: 'tag:app=web', requests: 5, per: 'day' },
    ] as const;
    expect(await preview({ limits }, { limit: 'web' })).toMatchObject([
      { limit_id: 'web', node: 'tag:org_1:app=web', calls: '1' },
    ]);
    expect(await preview({ limits }, { days: '1' })).toEqual([
      { limit_id: 'all', calls: '0', refused_then: '0' },
      { limit_id: 'web', calls: '0', refused_then: '0' },
    ]);
  });

  it('counts calls of a key for the limit of the key before its rotation', async () => {
    await log([admitted('greq_1', 0), answered(PRICED)]);
    const limits = [
      { id: 'before', node: 'key:kid_0', requests: 5, per: 'day' },
      { id: 'other', node: 'key:kid_2', requests: 5, per: 'day' },
    ] as const;
    expect(await preview({ limits })).toMatchObject([
      { limit_id: 'before', node: 'key:kid_0', calls: '1' },
      { limit_id: 'other', calls: '0' },
    ]);
  });

  it('reports that there is nothing to preview, or too much', async () => {
    await log([admitted('greq_1', 0), answered(PRICED)], [admitted('greq_2', 1), answered(PRICED)]);
    const limits = [{ id: 'all', node: 'organization', requests: 5, per: 'day' }] as const;
    await expect(preview({})).rejects.toThrow('The file has no limits.');
    await expect(preview({ limits }, { limit: 'other' })).rejects.toThrow('The file has no limit other.');
    await expect(preview({ limits }, { 'max-calls': '1' })).rejects.toThrow(
      'The log has more than 1 calls in this time. Lower --days, or raise --max-calls.',
    );
  });
});
