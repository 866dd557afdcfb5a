import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusedCallsLine, refusedCallsStart } from '../../../../proxy/decision-log/decision-lines.ts';
import type { AdmittedCall } from '../../../../proxy/call/admitted-call.ts';
import { indexJournal } from '../support/index-journal.ts';
import { createIngestWorld, type IngestWorld } from '../support/ingest-world.ts';

let world: IngestWorld;
beforeAll(async () => {
  world = await createIngestWorld();
});
afterAll(() => world.drop());

const BEGUN_MS = Date.now();

function lineOf(numbers: readonly [number, ...number[]], environmentId = world.scope.environment_id): string {
  const { organization_id: organizationId, workspace_id: workspaceId, ...scope } = world.scope;
  const leaf = { organizationId, workspaceId, applicationId: scope.application_id, gatewayId: scope.gateway_id };
  const refused = (number: number): { call: AdmittedCall; totalMs: number } => ({
    call: {
      ...{ requestId: `greq_${number}`, traceId: undefined, streaming: false, bytes: 9, annotations: {} },
      key: { keyId: 'kid_1', owner: 'team', leaf: { ...leaf, environmentId }, rotations: ['kid_1'] },
      admittedAt: new Date(BEGUN_MS + number),
    },
    totalMs: 0.2,
  });
  const [first, ...others] = numbers;
  const requests = [refused(first), ...others.map(refused)] as const;
  return refusedCallsLine(refusedCallsStart(requests[0].call, 'rate_limited'), [...requests]);
}

it('counts each refused request of a line once, also in a repetition, and quarantines unknown scopes one by one', async () => {
  const line = lineOf([1, 2, 3]);
  const lines = [line, lineOf([4], 'env_nowhere'), line, lineOf([3, 5])];
  writeFileSync(join(world.folder, 'gateway-1.00000001.0123abcd.jsonl'), lines.map((text) => `${text}\n`).join(''));
  const indexed = await indexJournal(world);
  expect(indexed).toEqual({ segments: 1, lines: 18, repeated: 8, quarantined: 2 });
  expect(await world.rowCounts()).toEqual({ request_admissions_v1: 4, request_terminals_v1: 4 });
});
