import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../clients/typescript/operations.ts';
import type { Reports } from '../../clients/typescript/lane.ts';
import type { TruetallyClient } from '../../clients/typescript/truetally-client.ts';
import { demoId, OTHER_ORGANIZATION_ID, WORKSPACE_ID } from './demo-ids.ts';
import { makeReport, type MadeReport } from './made-report.ts';
import { makeSchedule, type MadeSchedule, putItem, putOccurrence } from './made-schedule.ts';
import { toRefusal } from './to-refusal.ts';
import type { TestApi } from './test-api.ts';

/** An operation. The client sends its well-formed calls; raw HTTP sends the malformed ones. */
interface Operation<Made> {
  readonly operationId: OperationName;
  /** Calls the operation through the client. */
  readonly send: (client: TruetallyClient, made: Made) => Promise<unknown>;
  /** The method of requests that the client would not send. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: (made: Made) => string;
  /** The body of the request; absent if the operation has no body. */
  readonly body?: (made: Made) => unknown;
  /** Every status that the operation can return. */
  readonly statuses: readonly number[];
  /** True for operations that store idempotency keys. */
  readonly keepsKeys?: boolean;
}

/** An operation on reports. */
export interface ReportOperation extends Omit<Operation<MadeReport>, 'send'> {
  readonly send: (reports: Reports, made: MadeReport) => Promise<unknown>;
  /** The method of the store that the operation calls. A test case makes it fail. */
  readonly asks: Exclude<keyof TestApi['plane']['reports'], 'hasWorker'>;
}

/** Tests the refusals that all operations on reports share, and the list of statuses. */
export function describeCommonRefusals({ send, asks, ...operation }: ReportOperation): void {
  describeRefusals({
    ...operation,
    make: makeReport,
    send: ({ reports }, made) => send(reports, made),
    breakStore: ({ api }, failing) => void Object.assign(api.plane.reports, { [asks]: failing }),
  });
}

/** An operation on schedules or on the inbox. */
interface ScheduleOperation extends Operation<MadeSchedule> {
  /** The method of a store that the operation calls. A test case makes it fail. */
  readonly asks:
    | { readonly schedules: keyof TestApi['plane']['scheduling']['schedules'] }
    | { readonly inbox: keyof TestApi['plane']['scheduling']['inbox'] }
    | { readonly reports: ReportOperation['asks'] };
}

/** Creates a schedule that missed one instant and delivered the next one to its owner. */
export async function makeHistory(): Promise<MadeSchedule> {
  const made = await makeSchedule();
  putOccurrence(made, { state: 'missed', scheduled_for: '2026-02-27T01:30:00.000Z' }, 1);
  putOccurrence(made, { delivered_count: 1 }, 2);
  putItem(made, 'owner');
  return made;
}

/** Tests the refusals that all operations on schedules and the inbox share, and the list of statuses. */
export function describeScheduleRefusals({ asks, ...operation }: ScheduleOperation): void {
  describeRefusals({
    ...operation,
    make: makeHistory,
    breakStore: ({ api }, failing) => {
      const { scheduling, reports } = api.plane;
      const stores = { schedules: scheduling.schedules, inbox: scheduling.inbox, reports };
      for (const [store, name] of Object.entries(asks) as [keyof typeof stores, string][]) {
        Object.assign(stores[store], { [name]: failing });
      }
    },
  });
}

interface RefusedOperation<Made> extends Operation<Made> {
  readonly make: () => Promise<Made>;
  readonly breakStore: (made: Made, failing: () => Promise<never>) => void;
}

function describeRefusals<Made extends MadeReport>(operation: RefusedOperation<Made>): void {
  const { operationId, make, send, method, path, body, statuses, breakStore } = operation;
  const writes = method !== 'GET';
  const call = (made: Made, options: Parameters<TestApi['call']>[2] = {}) =>
    made.api.call(method, path(made), { ...(body && { body: body(made) }), ...options });

  describe(`${operationId}, like related operations,`, () => {
    it('documents exactly its possible statuses', async () => {
      const { api } = await make();
      const route = api.routes.find((one) => one.operationId === operationId)!;
      expect(Object.keys(route.responses).map(Number)).toEqual(statuses);
    });

    it.each(['nobody', 'runtime', 'forged'] as const)('answers 401 to %s', async (as) => {
      const made = await make();
      const before = made.api.plane.written();
      const problem = await toRefusal(send(made.api.client(as), made));
      expect(problem).toMatchObject({ status: 401, type: 'unauthorized' });
      expect(made.api.plane.written()).toBe(before);
    });

    it.each(['outsider', 'stranger', 'neighbour'] as const)('answers 404 to %s', async (as) => {
      const made = await make();
      const problem = await toRefusal(send(made.api.client(as), made));
      expect(problem).toMatchObject({ status: 404, type: 'not_found' });
    });

    it('answers 404 under another organization', async () => {
      const made = await make();
      for (const organizationId of [OTHER_ORGANIZATION_ID, demoId('organization', 77), 'nonsense']) {
        const client = made.api.client('owner', { organizationId, workspaceId: WORKSPACE_ID });
        expect((await toRefusal(send(client, made))).status, organizationId).toBe(404);
      }
    });

    it('answers 422 for an unknown member of the query', async () => {
      const made = await make();
      const { status, body: problem } = await call(made, { query: { unknown: '1' } });
      expect([status, problem['type'], problem['errors']]).toMatchObject([
        422,
        'validation_failed',
        [{ pointer: '/unknown' }],
      ]);
    });

    if (operation.keepsKeys !== true) {
      it('answers 422 for an idempotency key, which it would not store', async () => {
        const made = await make();
        const { status, body: problem } = await call(made, { headers: { 'idempotency-key': 'once' } });
        expect([status, problem['errors']]).toMatchObject([422, [{ pointer: '/idempotency-key' }]]);
      });
    }

    if (writes) {
      it.each([
        ['an unknown member of its body', { unknown: 1 }],
        ['a body that is not an object', []],
        ['a body that is not JSON', '{'],
      ])('answers 422 for %s', async (_name, sent) => {
        const made = await make();
        const before = made.api.plane.written();
        const { status, body: problem } = await call(made, { body: sent });
        expect([status, problem['type']]).toEqual([422, 'validation_failed']);
        expect(made.api.plane.written()).toBe(before);
      });

      it('answers 413 for a body over 1 MiB, and 415 for one without a JSON type', async () => {
        const made = await make();
        const long = await call(made, { body: JSON.stringify({ name: 'x'.repeat(1_048_576) }) });
        expect([long.status, long.body['type']]).toEqual([413, 'payload_too_large']);
        const text = await call(made, { body: 'x', headers: { 'content-type': 'text/plain' } });
        expect([text.status, text.body['type']]).toEqual([415, 'unsupported_media_type']);
      });
    }

    it.each([
      [500, 'internal_error', 'a defect'],
      [503, 'dependency_unavailable', 'Connection terminated'],
    ])('answers %i %s if the store fails, and shows no internals', async (status, type, message) => {
      const made = await make();
      breakStore(made, () => Promise.reject(new Error(message)));
      const problem = await toRefusal(send(made.api.client(), made));
      expect(problem).toMatchObject({ status, type });
      expect(JSON.stringify(problem.document)).not.toContain(message);
    });
  });
}
