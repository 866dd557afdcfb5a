import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCustomerPorts } from '../../../api/composition/customer-ports.ts';
import { managementLanes } from '../../../api/composition/management-lanes.ts';
import { openDecisions } from '../../../api/composition/open-decisions.ts';
import type { ApiApp } from '../../../api/frame/api-app.ts';
import { MANAGEMENT_PATH } from '../../../contracts/management/root.ts';
import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import { SCOPES } from '../../../domain/management/scopes.ts';
import { readConfiguration } from '../../../runtime/configuration/configuration.ts';
import { BUILD_VERSION } from '../../../runtime/telemetry/read-build-version.ts';
import { createManagementTokenStore } from '../../../store/management/management-token-store.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { createCalibrationFitStore } from '../../../store/quality/calibrations/calibration-fit-store.ts';
import { createCalibrationStore } from '../../../store/quality/calibrations/calibration-store.ts';
import {
  attemptFact,
  costFact,
  endedFact,
  FACTS_JUDGE,
  insertQualityFacts,
  labelFact,
  verdictFact,
} from '../../../testing/quality/insert-quality-facts.ts';
import { makeCalibrationArtifact, makeCalibrationUnit } from '../../../testing/quality/made-calibration.ts';
import { makeTenancy, type Tenancy } from '../../../testing/store/store-world.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

const NOW = new Date('2026-02-10T12:00:00.000Z');
const clock = { now: () => NOW };
/** After the window of the calibrations, so that the risk monitor reads the labels. */
const AT = '2026-02-05 12:00:00.000';
const LABELLED = 80;

let world: IngestWorld;
let app: ApiApp;
let token: string;
beforeAll(async () => {
  world = await createIngestWorld();
  app = await openPlane();
  const tokens = createManagementTokenStore(world.pool, clock);
  ({ token } = await tokens.make({ label: 'all', role: 'operator', scopes: SCOPES, expiresAt: undefined }));
});
afterAll(async () => {
  await app.close();
  await world.drop();
});

/** The management plane, composed as in the API's process. */
async function openPlane(): Promise<ApiApp> {
  const { pool, clickhouse, folder } = world;
  const settings = readConfiguration({
    TRUETALLY_DATABASE_URL: world.databaseUrl,
    TRUETALLY_CLICKHOUSE_URL: world.clickhouseUrl,
    TRUETALLY_DATA: folder,
  });
  const file = { evals: { drift: { detectors: ['robust-seasonal-v1', 'psi-window-v1', 'risk-monitor-v1'] } } };
  const ports = {
    ...(await createCustomerPorts({
      pool,
      clock,
      settings,
      file,
      analytics: clickhouse,
      clickhouse,
      metrics: undefined,
    })),
    build: { version: BUILD_VERSION, commit: null },
    isStopping: () => false,
    maxStallMs: () => 0,
    logger: pino({ level: 'silent' }),
  };
  const [lane] = managementLanes(
    {
      ...{ ...ports, auditDays: settings.auditDays, signOnSecret: undefined },
      ownConfiguration: { processName: 'api-1', running: { loadedAt: NOW, file: undefined } },
      decisions: openDecisions({ logs: [] }, ports.logger, undefined),
    },
    pool,
    clickhouse,
    1,
    file,
  );
  return lane!.app;
}

/** Fills a workspace: calls, verdicts, labels, costs, an active calibration. Ids are the same in every workspace. */
async function fill(tenancy: Tenancy, { verdict, arrival }: { verdict: 'pass' | 'fail'; arrival: number }) {
  const place = {
    ...{ organization_id: tenancy.organizationId, workspace_id: tenancy.workspaceId },
    ...{ application_id: tenancy.applicationId, gateway_id: tenancy.gatewayId, environment_id: tenancy.environmentId },
    ...{ admitted_at: AT, terminal_at: AT, occurred_at: AT, dispatched_at: AT, arrival_seq: arrival },
  };
  const only = (fact: Readonly<Record<string, unknown>>, ...absent: string[]) =>
    Object.fromEntries(Object.entries(fact).filter(([name]) => !absent.includes(name)));
  const ended = only(place, 'occurred_at', 'dispatched_at');
  const judged = only(place, 'terminal_at', 'dispatched_at');
  const ids = Array.from({ length: LABELLED }, (_, number) => `request-${number}`);
  const { clickhouse } = world;
  await insertQualityFacts(
    clickhouse,
    'request_terminals_v1',
    ids.map((id) => endedFact(id, ended)),
  );
  await insertQualityFacts(clickhouse, 'outcomes_v1', [
    ...ids.map((id) => verdictFact(id, verdict, judged)),
    ...ids.map((id) => labelFact(id, 'pass', { ...judged, outcome_id: `label ${id}`, label_strategy: 'random' })),
  ]);
  const charged = only(place, 'admitted_at', 'terminal_at', 'dispatched_at');
  const tried = only(place, 'admitted_at', 'terminal_at', 'occurred_at');
  await insertQualityFacts(clickhouse, 'attempts_v1', [attemptFact('jcall_1', { ...tried, purpose: 'judge' })]);
  await insertQualityFacts(clickhouse, 'cost_effects_v1', [
    costFact('request-0', arrival, charged),
    costFact('jcall_1', 2 * arrival, { ...charged, purpose: 'judge' }),
  ]);
  const { workspaceId } = tenancy;
  const calibrationId = newId('calibration');
  const unit = makeCalibrationUnit({ metric: 'safety', segment: 'chat', judge_subject: subjectIdOf(FACTS_JUDGE) });
  const units = [{ ...unit, errors: verdict === 'pass' ? 0 : 3 }];
  const artifact = makeCalibrationArtifact({ id: calibrationId, workspace_id: workspaceId, units });
  const fits = createCalibrationFitStore(world.pool, clock);
  await fits.recordFit({ calibrationId, fitKey: calibrationId, workspaceId, outcome: { artifact } });
  const store = createCalibrationStore(world.pool, clock, 'quality');
  await store.activate({ calibrationId, expectedManifestVersion: 0, actor: 'usr_1' });
}

async function ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) {
  const url = `${MANAGEMENT_PATH}/${path}`;
  const headers = { authorization: `Bearer ${token}` };
  return app.inject({ method, url, headers, ...(payload && { payload }) });
}

async function create(path: string, body: object): Promise<Record<string, string>> {
  const answer = await ask('POST', path, body);
  expect([path, answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([path, 201, '']);
  return answer.json();
}

/** A dataset of a workspace, and an experiment over it that was run. */
async function measure(workspace_id: string) {
  const { dataset_id } = await create('evals/datasets', {
    ...{ workspace_id, name: 'Chats', builder: 'from_filter' },
    from_filter: { from: '2026-02-01T00:00:00Z', until: '2026-02-09T00:00:00Z', limit: 10 },
  });
  const arm = { evaluator: 'human.label', metric: 'safety', basis: 'measured' };
  const { experiment_id } = await create('evals/experiments', {
    ...{ workspace_id, dataset_id, dataset_version: 1, instrument: 'judged_dataset_run' },
    arms: ['a', 'b'].map((name) => ({ name, model: name, ...arm })),
    ...{ pair: { baseline: 'a', candidate: 'b' }, alpha: 0.05, spend_ceiling_nano_usd: '1000' },
  });
  const { run_id } = await create(`evals/experiments/${experiment_id}/run`, { workspace_id });
  return { dataset_id, experiment_id, run_id };
}

const READS = [
  'quality/coverage',
  'quality/drift',
  'quality/reliability',
  'quality/reliability/segment/chat',
  'quality/summary',
  'metacost',
] as const;

/** The status and the bytes of each read of a workspace. */
async function readAll(workspaceId: string): Promise<(readonly [number, string])[]> {
  const answers = await Promise.all(READS.map((path) => ask('GET', `${path}?workspace_id=${workspaceId}`)));
  return answers.map(({ statusCode, body }) => [statusCode, body] as const);
}

it('quality reads of a workspace do not change with the facts of another one, whose ids it does not find', async () => {
  const [one, other] = [await makeTenancy({ pool: world.pool, clock }), await makeTenancy({ pool: world.pool, clock })];
  await fill(one, { verdict: 'pass', arrival: 1_000 });
  const before = await readAll(one.workspaceId);
  expect(before.map(([status]) => status)).toEqual(READS.map(() => 200));

  await fill(other, { verdict: 'fail', arrival: 2_000 });
  const { dataset_id, experiment_id, run_id } = await measure(other.workspaceId);
  expect(await readAll(one.workspaceId)).toEqual(before);

  // Each read of the other workspace counts its own rows: every verdict, cost and unit differs.
  const elsewhere = await readAll(other.workspaceId);
  const here = (body: string): string => body.replaceAll(other.workspaceId, one.workspaceId);
  expect(READS.filter((_path, at) => here(elsewhere[at]![1]) === before[at]![1])).toEqual([]);

  const of = `workspace_id=${one.workspaceId}`;
  const missing = [
    await ask('GET', `evals/datasets/${dataset_id}?${of}`),
    await ask('GET', `evals/experiments/${experiment_id}?${of}`),
    await ask('POST', `evals/experiments/${experiment_id}/run`, { workspace_id: one.workspaceId }),
    await ask('POST', `evals/runs/${run_id}/cancel`, { workspace_id: one.workspaceId }),
  ];
  expect(missing.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  const lists = await Promise.all(['datasets', 'experiments', 'runs'].map((list) => ask('GET', `evals/${list}?${of}`)));
  expect(lists.map((list) => Object.values(list.json<object>())[0] as unknown)).toEqual([[], [], []]);
});
