import fastify from 'fastify';
import { pino } from 'pino';
import type { TSchema } from 'typebox';
import { createApp } from '../../api/composition/app.ts';
import type { ApiApp } from '../../api/frame/api-app.ts';
import { BODY_LIMITS } from '../../api/frame/transport/body-limits.ts';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import { ACTIONS } from '../../domain/tenancy/actions.ts';
import type { IdKind } from '../../domain/kernel/id-prefixes.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { makeView } from '../../testing/api/answers.ts';
import { FIRST_APPLICATION_ID, demoId, ORGANIZATION_ID, SUBJECTS, WORKSPACE_ID } from '../../testing/api/demo-ids.ts';
import { FakeAudit } from '../../testing/fakes/audit.ts';
import { makeCaseContent } from '../../testing/api/made-case.ts';
import { putComparisonRun } from '../../testing/api/made-comparison.ts';
import { FakeControlPlane } from '../../testing/fakes/control-plane.ts';
import { planePorts } from '../../testing/fakes/plane-ports.ts';

const LANE = `/portal/api/v1/customer/v1/organizations/${ORGANIZATION_ID}`;
const HEADERS = { authorization: 'Bearer ttm_owner', 'content-type': 'application/json' };
const NOW = new Date('2026-03-01T12:00:00.000Z');
const PLENTY = {
  requestsPerCredential: 1_000_000,
  requestsPerAddress: 1_000_000,
  connectionsPerAddress: 5_000,
  trustedProxies: [],
};

/** A route that takes a body, with the path of an existing resource. */
export interface BodyRoute {
  readonly name: string;
  readonly schema: TSchema;
  /** Sends a body and resolves to the answer. */
  send(body: Buffer): Promise<{ readonly status: number; readonly document: unknown }>;
}

/**
 * Opens every route of the API that accepts a body, over a control plane in memory with one of each resource in paths.
 * The bench measures only the handling of the body.
 */
export async function openBodiesWorld(): Promise<readonly BodyRoute[]> {
  const plane = seededPlane();
  const app = createApp({
    build: { version: '0.0.0', commit: null },
    clock: { now: () => NOW },
    timeZones,
    newId,
    installationKey: Buffer.alloc(32, 7),
    ...planePorts(plane),
    prices: { revision: 'none', priceOf: () => () => undefined },
    callPrices: { priceOf: () => ({ state: 'unpriced', reason: 'model_not_in_table', revision: 'none' }) },
    reader: {
      answer: () => Promise.reject(new Error('This bench sends no question.')),
      receipt: () => Promise.reject(new Error('This bench requests no receipt.')),
    },
    health: {
      heartbeats: () => Promise.resolve(new Map()),
      outbox: () => Promise.resolve({ waiting: 0, dead: 0 }),
      lastSweep: () => Promise.resolve(undefined),
      overdueSchedules: () => Promise.resolve({ count: 0, oldestSeconds: 0 }),
      indexState: () => Promise.resolve({ waitingSince: undefined }),
      indexBehindSeconds: 60,
    },
    audit: new FakeAudit().port,
    maxStallMs: () => 0,
    limits: PLENTY,
    isStoreUnavailable: () => false,
    logger: pino({ level: 'silent' }),
  });
  const found: { method: 'POST' | 'PUT' | 'DELETE'; url: string; name: string; schema: TSchema }[] = [];
  app.addHook('onRoute', ({ url, method, schema }) => {
    const { operationId, body } = (schema ?? {}) as { operationId?: string; body?: TSchema };
    // Traffic is read line by line; `bench/bodies/main.ts` measures its worst lines separately.
    if (operationId === undefined || body === undefined || operationId.startsWith('customer.traffic.')) return;
    found.push({ method: String(method) as 'POST', url, name: operationId, schema: body });
  });
  await app.ready();
  const ids = await makeThings(app, plane);
  return found.map(({ method, url, name, schema }) => ({
    name,
    schema,
    send: async (payload) => {
      const path = url.replaceAll(/:(\w+)/g, (_all, parameter: string) => ids[parameter] ?? parameter);
      const { statusCode, body } = await app.inject({ method, url: path, headers: HEADERS, payload });
      return { status: statusCode, document: JSON.parse(body) as unknown };
    },
  }));
}

/**
 * Opens a bare server with the same framework, which only parses a body with `JSON.parse`. The returned function sends
 * a body and waits for the answer.
 */
export async function openBareParser(): Promise<(body: Buffer) => Promise<void>> {
  const app = fastify({ bodyLimit: BODY_LIMITS.bytes });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes: Buffer, next) => {
    try {
      next(null, JSON.parse(bytes.toString()));
    } catch {
      next(null, undefined);
    }
  });
  app.post('/', () => ({}));
  await app.ready();
  return async (payload) => {
    const { statusCode } = await app.inject({ method: 'POST', url: '/', headers: HEADERS, payload });
    if (statusCode !== 200) throw new Error(`The bare parser answers ${statusCode}.`);
  };
}

function seededPlane(): FakeControlPlane {
  const plane = new FakeControlPlane({ now: () => NOW });
  const subjectId = SUBJECTS.owner;
  const leaf = {
    applicationId: FIRST_APPLICATION_ID,
    gatewayId: demoId('gateway', 1),
    environmentId: demoId('environment', 1),
  };
  plane.trees.set(WORKSPACE_ID, { organizationId: ORGANIZATION_ID, workspaceId: WORKSPACE_ID, environments: [leaf] });
  plane.tokens.set('ttm_owner', { subjectId, class: 'management' });
  plane.callers.set(subjectId, {
    subjectId,
    organizationId: ORGANIZATION_ID,
    authorityEpoch: '1',
    bindings: [{ actions: ACTIONS, block: { organizationId: ORGANIZATION_ID } }],
  });
  return plane;
}

/**
 * Creates a view, a report with its run and a schedule over the API, and inserts the resources that no request can
 * create.
 */
async function makeThings(app: ApiApp, plane: FakeControlPlane): Promise<Readonly<Record<string, string>>> {
  const create = async <Made>(path: string, payload: object): Promise<Made> => {
    const answer = await app.inject({
      method: 'POST',
      url: `${LANE}/workspaces/${WORKSPACE_ID}/${path}`,
      headers: HEADERS,
      payload,
    });
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`);
    return answer.json<{ data: Made }>().data;
  };
  const { cases } = await create<{ cases: { case_id: string }[] }>(
    `applications/${FIRST_APPLICATION_ID}/gateways/${demoId('gateway', 1)}/cases`,
    { cases: [makeCaseContent()] },
  );
  const comparisonRun = await putComparisonRun(plane.comparing);
  const view = await create<{ id: string }>('saved-views', makeView());
  const { report, run } = await create<{ report: { report_id: string }; run: { run_id: string } }>('reports', {
    name: 'Weekly',
    saved_view_id: view.id,
    expected_view_revision: '1',
    recipient_subject_ids: [],
  });
  const schedule = await create<{ schedule_id: string }>('report-schedules', {
    report_id: report.report_id,
    expected_report_revision: '1',
    cadence: { mode: 'wall_clock', frequency: 'daily', local_time: '02:30', timezone: 'Europe/Berlin' },
    recipient_subject_ids: [],
  });
  const id = (kind: IdKind): string => demoId(kind, 1);
  const at = NOW.toISOString();
  plane.scheduling.occurrences.set(id('reportOccurrence'), {
    occurrence_id: id('reportOccurrence'),
    schedule_id: schedule.schedule_id,
    report_id: report.report_id,
    schedule_revision: '1',
    view_revision: '1',
    scheduled_for: at,
    window: { from: new Date(NOW.getTime() - 86_400_000).toISOString(), to: at },
    state: 'delivered',
    run_id: run.run_id,
    failure_code: '',
    failure_detail: '',
    skipped_count: 0,
    delivered_count: 0,
    suppressed_count: 0,
    attempt: 0,
    created_at: at,
    finished_at: at,
  });
  const item = {
    delivery_id: id('delivery'),
    organization_id: ORGANIZATION_ID,
    workspace_id: WORKSPACE_ID,
    event_type: 'report_delivered' as const,
    source_kind: 'report_occurrence' as const,
    source_id: id('reportOccurrence'),
    report_id: report.report_id,
    run_id: run.run_id,
    schedule_id: schedule.schedule_id,
    delivered_at: at,
    read_at: null,
  };
  plane.scheduling.items.set(item.delivery_id, { item, recipient: SUBJECTS.owner });
  return {
    org: ORGANIZATION_ID,
    ws: WORKSPACE_ID,
    sv: view.id,
    rp: report.report_id,
    run: run.run_id,
    sch: schedule.schedule_id,
    occ: id('reportOccurrence'),
    delivery: item.delivery_id,
    app: FIRST_APPLICATION_ID,
    gw: demoId('gateway', 1),
    env: demoId('environment', 1),
    case: cases[0]?.case_id ?? '',
    cmp: comparisonRun.comparison_id,
    crun: comparisonRun.run_id,
  };
}
