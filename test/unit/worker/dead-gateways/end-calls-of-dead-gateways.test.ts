import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseTrafficLine } from '../../../../contracts/ingest/lines/parse-traffic-line.ts';
import { openFileJournal } from '../../../../journal/files/open-file-journal.ts';
import type { AdmittedCall } from '../../../../proxy/call/admitted-call.ts';
import { CallDimensions } from '../../../../proxy/call/call-dimensions.ts';
import { admissionLine, endingLine } from '../../../../proxy/decision-log/decision-lines.ts';
import { DEAD_AFTER_MS, endCallsOfDeadGateways } from '../../../../worker/dead-gateways/end-calls-of-dead-gateways.ts';
import { TEST_LEAF } from '../../../../testing/gateway/test-keys.ts';

const ADMITTED = '2026-03-09T08:00:00.000Z';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-dead-calls-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function call(requestId: string): AdmittedCall {
  return {
    requestId: `greq_${requestId}`,
    key: { keyId: 'kid_1', owner: 'search', leaf: TEST_LEAF, rotations: ['kid_1'] },
    admittedAt: new Date(ADMITTED),
    ...{ streaming: true, traceId: 'trace', bytes: 10, annotations: { reserved_tokens: '9' } },
    dimensions: new CallDimensions({ user: 'ada', 'tag.env': 'prod' }),
  };
}

async function log(writerId: string, lines: readonly string[]): Promise<void> {
  const writer = openFileJournal(folder).openWriter({ writerId });
  await writer.appendLines(lines);
  await writer.close();
}

/**
 * The lines that a worker writes for these processes, and the completed processes. @param longSilent the processes
 * without a heartbeat for ten minutes
 */
async function look(
  silent: readonly string[],
  longSilent: readonly string[] = [],
): Promise<{ lines: string[]; ended: string[]; calls: number }> {
  const lines: string[] = [];
  const ended: string[] = [];
  const calls = await endCallsOfDeadGateways({
    processes: {
      findSilent: (ms) => Promise.resolve(ms === DEAD_AFTER_MS ? [...silent] : ms === 600_000 ? [...longSilent] : []),
      end: (processId) => Promise.resolve(void ended.push(processId)),
      forget: () => Promise.resolve(),
    },
    journal: openFileJournal(folder),
    writer: { appendLines: (more) => Promise.resolve(void lines.push(...more)) },
    log: { warn: () => undefined },
  });
  return { lines, ended, calls };
}

it('ends the open calls of a dead process, each with an unpriced attempt', async () => {
  const ending = { status: 'succeeded', totalMs: 5, attempt: undefined } as const;
  await log('proxy-1', [admissionLine(call('open')), admissionLine(call('done')), endingLine(call('done'), ending)]);
  await log('proxy-2', [admissionLine(call('of-another'))]);
  const { lines, ended, calls } = await look(['proxy-1']);
  expect([calls, ended]).toEqual([1, ['proxy-1']]);
  const dimensions = {
    ...{ schema: 1, scope: LEAF_SCOPE, purpose: 'application', logical_request_id: 'greq_open' },
    ...{ trace_id: 'trace', team_id: 'search', input_size_bucket: 'small' },
    dimensions: { key: 'kid_1', user: 'ada', 'tag.env': 'prod' },
  };
  const called = { attempt_id: 'greq_open.lost', provider_id: 'unknown', provider_model: 'unknown' };
  expect(lines.map((line) => parseTrafficLine(line).event)).toEqual([
    {
      ...{ event: 'attempt', ...dimensions, ...called, ordinal: 1, role: 'primary', route_changed: false },
      ...{ output_state: 'none', usage_source: 'none', usage_known: false, dispatched_at: ADMITTED },
    },
    {
      ...{ event: 'cost_effect', ...dimensions, ...called, effect_id: 'greq_open.lost', effect_kind: 'settlement' },
      ...{ occurred_at: ADMITTED, price_state: 'unpriced' },
    },
    {
      ...{ event: 'request_terminal', ...dimensions, streaming: true, admitted_at: ADMITTED, terminal_at: ADMITTED },
      ...{ status: 'unknown', terminal_kind: 'gateway_lost', attempt_count: 1 },
    },
  ]);
  // A second pass writes the same lines.
  expect((await look(['proxy-1'])).lines).toEqual(lines);
});

it('completes a process that died before its first line immediately', async () => {
  const writer = openFileJournal(folder).openWriter({ writerId: 'proxy-1' });
  await writer.begin();
  expect(await look(['proxy-1'])).toEqual({ lines: [], ended: ['proxy-1'], calls: 0 });
  await writer.close();
});

it('completes a process without open calls, and one with a journal elsewhere only after ten minutes', async () => {
  await log('proxy-1', [admissionLine(call('hit')), endingLine(call('hit'), { status: 'succeeded', totalMs: 1 })]);
  const both = ['proxy-1', 'proxy-2'];
  expect(await look(both)).toEqual({ lines: [], ended: ['proxy-1'], calls: 0 });
  expect(await look(both, both)).toEqual({ lines: [], ended: both, calls: 0 });
});

const LEAF_SCOPE = {
  organization_id: TEST_LEAF.organizationId,
  workspace_id: TEST_LEAF.workspaceId,
  application_id: TEST_LEAF.applicationId,
  gateway_id: TEST_LEAF.gatewayId,
  environment_id: TEST_LEAF.environmentId,
};
