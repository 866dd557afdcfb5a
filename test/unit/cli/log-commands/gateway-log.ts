import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CalledProvider } from '../../../../contracts/ingest/calls/write-ended-call.ts';
import type { AdmittedCall } from '../../../../proxy/call/admitted-call.ts';
import { CallDimensions } from '../../../../proxy/call/call-dimensions.ts';
import type { CallEnding } from '../../../../proxy/call/call-ending.ts';
import { admissionLine, endingLine } from '../../../../proxy/decision-log/decision-lines.ts';
import { TEST_LEAF } from '../../../../testing/gateway/test-keys.ts';

/** The first admission of a log. */
export const MORNING = Date.parse('2026-03-09T08:00:00.000Z');

/** A call in a log, as the gateway writes it. */
export interface CallInTest {
  readonly id: string;
  /** Milliseconds from `MORNING`. */
  readonly atMs: number;
  readonly noted?: Readonly<Record<string, string>>;
  readonly dimensions?: Record<string, string>;
  readonly traceId?: string;
  readonly owner?: string;
  readonly purpose?: AdmittedCall['purpose'];
  /** Absent for a call without an ending. */
  readonly ending?: CallEnding;
}

/** The lines of a call, as the gateway writes them. */
export function linesOf({
  id,
  atMs,
  noted = {},
  dimensions,
  traceId,
  owner = 'search',
  purpose,
  ending,
}: CallInTest): string[] {
  const call: AdmittedCall = {
    requestId: id,
    key: { keyId: 'kid_1', owner, leaf: TEST_LEAF, rotations: ['kid_1'] },
    admittedAt: new Date(MORNING + atMs),
    ...{ streaming: false, traceId, bytes: 10, annotations: { ...noted } },
    ...(dimensions !== undefined && { dimensions: new CallDimensions({ ...dimensions }) }),
    ...(purpose !== undefined && { purpose }),
  };
  return [admissionLine(call), ...(ending === undefined ? [] : [endingLine(call, ending)])];
}

/** An attempt that cost this many nano-USD; undefined for an unpriced one. */
export function attempt(nanos: string | undefined, called: Partial<CalledProvider> = {}): CalledProvider {
  return {
    ...{ provider: 'openai', model: 'gpt-5-mini', asked: 'gpt-5-mini' },
    ...{ dispatchedMs: 1, outputState: 'complete', isEstimate: false },
    units: { input_tokens: 60, output_tokens: 40 },
    price:
      nanos === undefined
        ? { state: 'unpriced', reason: 'model_not_in_table', revision: 'r1' }
        : { state: 'priced', nanos, revision: 'r1' },
    ...called,
  };
}

/** A successful call of half a second. */
export function answered(made: CalledProvider | undefined, kind?: string): CallEnding {
  return { status: 'succeeded', totalMs: 500, attempt: made, ...(kind !== undefined && { kind }) };
}

/** The line of a verdict on a request. */
export function outcomeLine(requestId: string, outcome: Readonly<Record<string, string>>): string {
  return JSON.stringify({
    event: 'evaluation_outcome',
    schema: 1,
    scope: {
      organization_id: TEST_LEAF.organizationId,
      workspace_id: TEST_LEAF.workspaceId,
      application_id: TEST_LEAF.applicationId,
      gateway_id: TEST_LEAF.gatewayId,
      environment_id: TEST_LEAF.environmentId,
    },
    purpose: 'application',
    logical_request_id: requestId,
    admitted_at: '2026-03-09T08:00:00.000Z',
    outcome_id: `${requestId}.${outcome['evaluator_id'] ?? ''}.${outcome['annotator'] ?? ''}`,
    evaluator_id: 'human.label',
    evaluator_kind: 'human',
    metric: 'correctness',
    basis: 'measured',
    actor: 'usr_1',
    occurred_at: '2026-03-09T09:00:00.000Z',
    ...outcome,
  });
}

/** A folder with the files of a test. */
export interface TestFolder {
  readonly path: string;
  /** Writes a file, and returns its path. */
  readonly write: (name: string, content: string) => string;
  readonly remove: () => void;
}

export function openTestFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), 'truetally-log-commands-'));
  return {
    path,
    write: (name, content) => {
      const file = join(path, name);
      writeFileSync(file, content);
      return file;
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}

/** The content of a log. */
export function logOf(...lines: readonly (string | readonly string[])[]): string {
  return lines
    .flat()
    .map((line) => `${line}\n`)
    .join('');
}
