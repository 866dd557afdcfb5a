import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import {
  createManagementClient,
  type ManagementClient,
} from '../../clients/typescript/management/management-client.ts';
import type { TruetallyClient } from '../../clients/typescript/truetally-client.ts';
import { JournalWriter } from '../../journal/files/journal-writer.ts';
import { demoTraffic } from '../../launcher/demo/demo-traffic.ts';
import { createGatewayProcessStore } from '../../store/gateway/gateway-process-store.ts';
import { createGatewayFleetStore } from '../../store/installation/gateway-fleet-store.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;
/** Seconds until a worker has loaded what was written. */
const LOAD_SECONDS = 120;

/** The parts of the system that the furnishing uses. */
export interface FurnishedPlane {
  readonly pool: pg.Pool;
  readonly journalFolder: string;
  /** The origin of the management plane. */
  readonly origin: string;
  /** A token with every right. */
  readonly token: string;
  /** The user `ada` of the description's examples, who has a password. */
  readonly user: { readonly name: string; readonly password: string };
  readonly customer: TruetallyClient;
  /** A report run that ended, so that a repeated start of its workflow has no effect. */
  readonly runId: string;
}

/**
 * Creates one of each resource that a path of the management plane names. Returns their ids, by their names in
 * `management.toml`.
 */
export async function furnishPlane(parts: FurnishedPlane): Promise<Record<string, string>> {
  const plane = createManagementClient({ baseUrl: parts.origin, token: parts.token });
  return {
    ...(await makeAccess(plane, parts)),
    ...(await makeExclusion(plane)),
    process: await startSilentProcess(parts.pool),
    ...(await quarantineLine(plane, parts)),
    item: await insertDeadItem(parts),
    notice: await insertNotice(parts.pool),
    judge: await judgeRequest(plane, parts.customer),
    ...(await measureQuality(plane)),
  };
}

/** Creates a user, a session, a token and a key. */
async function makeAccess(plane: ManagementClient, { origin, user }: FurnishedPlane): Promise<Record<string, string>> {
  const { environmentId } = DEMO_TENANCY.environments.assistantProduction;
  const { data: created } = await plane.users.create({ name: 'fuzzed', role: 'viewer' });
  const { data: session } = await createManagementClient({ baseUrl: origin }).login(user);
  const { data: minted } = await plane.tokens.create({ label: 'fuzzed child', role: 'viewer', scopes: [] });
  const { data: virtual } = await plane.keys.mint({ owner: 'fuzzed', label: 'fuzzed', environment_id: environmentId });
  return {
    user: created.user.user_id,
    session: session.token_id,
    managementTokenId: minted.token.token_id,
    key: virtual.key.key_id,
  };
}

/** Excludes an hour before all traffic of the demo. */
async function makeExclusion(plane: ManagementClient): Promise<Record<string, string>> {
  const from = Math.floor((Date.now() - MONTH_MS) / HOUR_MS) * HOUR_MS;
  const { data } = await plane.exclusions.add({
    node_id: DEMO_TENANCY.environments.searchStaging.environmentId,
    from: new Date(from).toISOString(),
    to: new Date(from + HOUR_MS).toISOString(),
    reason: 'Fuzzed',
  });
  return { exclusion: data.exclusion_id };
}

/** Records a gateway process that has been silent for an hour, so that a person can decommission it. */
async function startSilentProcess(pool: pg.Pool): Promise<string> {
  const clock = { now: () => new Date(Date.now() - HOUR_MS) };
  const processId = `proxy-${randomUUID()}`;
  const text = 'mode: ledger\n';
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  await createGatewayProcessStore(pool, clock).beat(processId);
  await createGatewayFleetStore(pool, clock).describe({
    processId,
    hostName: 'gateway-fuzzed',
    build: { version: '0.0.0', commit: 'fuzzed' },
    configuration: { loadedAt: clock.now(), file: { digest, text, redactions: 0 } },
  });
  return processId;
}

/** Writes a line that a worker refuses: it becomes a quarantined line, and a gap of its workspace. */
async function quarantineLine(
  plane: ManagementClient,
  { journalFolder }: FurnishedPlane,
): Promise<Record<string, string>> {
  const { organizationId, workspaceId, environments } = DEMO_TENANCY;
  const plan = { organizationId, workspaceId, environments: Object.values(environments), now: new Date(), requests: 1 };
  const admitted = demoTraffic(plan).find(({ event }) => event === 'request_admitted');
  const writer = new JournalWriter({ folder: journalFolder, writerId: 'fuzzed', waitsForDisk: true });
  try {
    await writer.appendLines([JSON.stringify({ ...admitted, surprise: 1 })]);
  } finally {
    await writer.close();
  }
  const lines = async () => (await plane.quarantinedLines.list()).data.lines;
  const gaps = async () => (await plane.gaps.list({ workspace_id: workspaceId })).data.gaps;
  await waitUntil(async () => (await lines()).length > 0 && (await gaps()).length > 0, LOAD_SECONDS);
  return { line: (await lines())[0]?.line ?? '', gap: (await gaps())[0]?.gap ?? '' };
}

/** Inserts an item that the relay gave up. */
async function insertDeadItem({ pool, runId }: FurnishedPlane): Promise<string> {
  const { rows } = await pool.query<{ id: bigint }>(
    `INSERT INTO workflow_outbox (kind, workflow_id, created_at, next_try_at, tries, last_error, dead_at)
     VALUES ('start_report_run', $1, now(), now(), 20, 'no such namespace', now()) RETURNING outbox_id AS id`,
    [runId],
  );
  return String(rows[0]?.id);
}

async function insertNotice(pool: pg.Pool): Promise<string> {
  const noticeId = newId('notice');
  await pool.query(
    `INSERT INTO notices (notice_id, kind, about, hour, detail, happened_at, last_at)
     VALUES ($1, 'outbox.item.dead', 'start_report_run', date_trunc('hour', now(), 'UTC'), '', now(), now())`,
    [noticeId],
  );
  return noticeId;
}

/** Sends the verdict of a judge on a request. Returns the id of the judge, when the verdict is loaded. */
async function judgeRequest(plane: ManagementClient, customer: TruetallyClient): Promise<string> {
  const to = new Date().toISOString();
  const { data } = await customer.insights.query({
    schema: 1,
    shape: 'drilldown',
    drilldown: 'request',
    scope: {},
    display_tz: 'UTC',
    page_size: 1,
    from: new Date(Date.now() - MONTH_MS).toISOString(),
    to,
  });
  const { data: receipt } = await plane.outcomes.send({
    outcomes: [
      {
        req_id: data.requests?.[0]?.logical_request_id ?? '',
        outcome_id: 'fuzzed verdict',
        evaluator_id: 'judge.correctness',
        metric: 'correctness',
        occurred_at: to,
        verdict: 'pass',
        judge: { model: 'fuzzed', prompt_sha: 'fuzzed', eval_ver: '1' },
      },
    ],
  });
  if (receipt.accepted !== 1) throw new Error(`The verdict was refused: ${JSON.stringify(receipt.refusals)}`);
  const subjects = async () => (await plane.judges.list()).data.subjects;
  await waitUntil(async () => (await subjects()).length > 0, LOAD_SECONDS);
  return (await subjects())[0]?.subject.id ?? '';
}

/**
 * Builds a dataset of the demo's requests, declares and runs an experiment over it, and fits a calibration. The run and
 * the fit are refused, because nobody labelled a request. Both stay readable.
 */
async function measureQuality(plane: ManagementClient): Promise<Record<string, string>> {
  const { workspaceId: workspace_id } = DEMO_TENANCY;
  const window = { from: new Date(Date.now() - MONTH_MS).toISOString(), until: new Date().toISOString() };
  const { data: dataset } = await plane.datasets.create({
    workspace_id,
    name: 'Fuzzed',
    builder: 'from_filter',
    from_filter: { ...window, limit: 2 },
  });
  const arm = { evaluator: 'human.label', metric: 'correctness', basis: 'measured' } as const;
  const { data: experiment } = await plane.experiments.create({
    workspace_id,
    dataset_id: dataset.dataset_id,
    dataset_version: 1,
    instrument: 'judged_dataset_run',
    arms: [
      { name: 'a', model: 'a', ...arm },
      { name: 'b', model: 'b', ...arm },
    ],
    pair: { baseline: 'a', candidate: 'b' },
    alpha: 0.05,
    spend_ceiling_nano_usd: '1000',
  });
  const { data: run } = await plane.experiments.run(experiment.experiment_id, { workspace_id });
  const { data: fit } = await plane.calibrations.fit({ workspace_id });
  const ended = async () => (await plane.calibrations.list({ workspace_id })).data.calibrations;
  await waitUntil(async () => (await ended()).length > 0, LOAD_SECONDS);
  return {
    dataset: dataset.dataset_id,
    experiment: experiment.experiment_id,
    experimentRun: run.run_id,
    calibration: fit.calibration_id,
  };
}
