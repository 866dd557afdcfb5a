import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Static } from 'typebox';
import { expect } from 'vitest';
import { MANAGEMENT_PATH } from '../../../contracts/management/root.ts';
import type { ActivatedCalibration } from '../../../contracts/quality/calibrations/calibration-changes.ts';
import type { CalibrationBoard } from '../../../contracts/quality/calibrations/calibration-board.ts';
import type { CalibrationDetail } from '../../../contracts/quality/calibrations/calibration-detail.ts';
import type { DatasetSnapshotDocument } from '../../../contracts/quality/datasets/dataset.ts';
import type { EvalExperimentSchema } from '../../../contracts/quality/experiments/eval-experiment.ts';
import type { QualitySummaryDocument } from '../../../contracts/quality/reads/quality-summary.ts';
import type { Connection } from '../../../runtime/addresses/connection.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const POLL = { timeout: 60_000, interval: 500 };
const DAY_MS = 86_400_000;
const METRIC = 'correctness';
const SCOPES = 'evals:read,evals:write,evidence:read,evidence:write,quality:read';

type EvalExperiment = Static<typeof EvalExperimentSchema>;

/** A running demo that nobody has changed, and its folder of data. */
interface DemoPlace {
  readonly connection: Connection;
  readonly dataFolder: string;
}

/** An operator with a token for quality. */
interface QualityTour extends DemoPlace {
  /** Runs an operator command, and returns its rows. */
  operate<Row>(...command: readonly string[]): Promise<Row[]>;
  /** Sends a request to the management plane, and requires the status. */
  send<Document>(method: string, path: string, status: number, body?: object): Promise<Document>;
}

/**
 * Takes the steps of `docs/first-quality.md` as a new user, and checks each answer: a dataset from failures, an
 * experiment that cannot be measured and its mended one, a refused fit and an activated one, and a rate with an
 * interval. Returns the id of the active calibration.
 */
export async function measureQualityOverHttp(place: DemoPlace): Promise<string> {
  const tour = await openTour(place);
  await validateJudge(tour);
  const datasetId = await buildFromFailures(tour);
  await compareUnpaired(tour, datasetId);
  await compareByReplay(tour, datasetId);
  await fitWithoutLabels(tour);
  const calibrationId = await fitEverything(tour);
  await activate(tour, calibrationId);
  await readRates(tour, calibrationId);
  return calibrationId;
}

async function openTour(place: DemoPlace): Promise<QualityTour> {
  const operate: QualityTour['operate'] = async <Row>(...command: readonly string[]): Promise<Row[]> => {
    const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'operator', '--', ...command, '--json'], {
      cwd: PROJECT,
      env: { ...process.env, TRUETALLY_DATA: place.dataFolder },
    });
    return JSON.parse(stdout) as Row[];
  };
  const made = ['token', 'make', '--label', 'quality tour', '--role', 'operator', '--scopes', SCOPES];
  const [{ token } = { token: '' }] = await operate<{ token: string }>(...made);
  const { origin } = new URL(place.connection.management_url ?? '');
  return {
    ...place,
    operate,
    async send<Document>(method: string, path: string, status: number, body?: object): Promise<Document> {
      const reply = await fetch(`${origin}${MANAGEMENT_PATH}/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const document = (await reply.json()) as Document;
      expect([method, path, reply.status, reply.status === status ? undefined : document]).toEqual([
        ...[method, path, status],
        undefined,
      ]);
      return document;
    },
  };
}

function workspaceOf({ connection }: QualityTour): { readonly workspace_id: string } {
  return { workspace_id: connection.workspace_id };
}

/** Compares the panel with people, as workers do at their next search. */
async function validateJudge(tour: QualityTour): Promise<void> {
  const rows = await tour.operate<{ judge_id: string; segment: string; state: string }>('judge', 'validate');
  const panel = rows.filter(({ judge_id: judgeId }) => judgeId === 'judge.correctness');
  expect(panel.map(({ segment, state }) => [segment, state])).toEqual([
    ['synthetic-batch', 'not promoted'],
    ['synthetic-chat', 'promoted'],
    ['synthetic-search', 'not promoted'],
  ]);
}

async function buildFromFailures(tour: QualityTour): Promise<string> {
  const [from, until] = [instantBefore(90), instantBefore(0)];
  const of = { metric: METRIC, segment: 'synthetic-chat', evaluator_id: 'human.label', limit: 24 };
  const body = { ...workspaceOf(tour), name: 'Wrong chats', builder: 'from_failures' };
  const { dataset_id: datasetId } = await tour.send<DatasetSnapshotDocument>('POST', 'evals/datasets', 201, {
    ...body,
    from_failures: { ...of, from, until },
  });
  const { workspace_id: workspace } = workspaceOf(tour);
  const path = `evals/datasets/${datasetId}?workspace_id=${workspace}`;
  const found = await tour.send<DatasetSnapshotDocument>('GET', path, 200);
  expect(found).toMatchObject({
    version: 1,
    items: 24,
    captured_requests: 24,
    captured_bodies: 24,
    fit_eligible: true,
  });
  expect(new Set(found.item_list.map(({ segment, exclusion }) => `${segment} ${exclusion}`))).toEqual(
    new Set(['synthetic-chat none']),
  );
  return datasetId;
}

/** The answers of two models to different requests cannot be subtracted. */
async function compareUnpaired(tour: QualityTour, datasetId: string): Promise<void> {
  const labels = { evaluator: 'human.label', metric: METRIC, basis: 'measured' };
  const { comparison, latest_run: run } = await measure(tour, datasetId, {
    instrument: 'judged_dataset_run',
    arms: [
      { name: 'large', model: 'synthetic-large', ...labels },
      { name: 'small', model: 'synthetic-small', ...labels },
    ],
    pair: { baseline: 'large', candidate: 'small' },
    spend_ceiling_nano_usd: '0',
  });
  expect(run).toMatchObject({ status: 'complete', cells: 48, ended_cells: 48, cost: { usd: '0' } });
  expect(comparison).toMatchObject({
    verdict: 'CANNOT_MEASURE',
    delta: null,
    refusal: { code: 'unpaired_items', need: 24, have: 0 },
  });
}

/** Both models answer the same questions, so their answers can be subtracted. */
async function compareByReplay(tour: QualityTour, datasetId: string): Promise<void> {
  const { connection, dataFolder } = tour;
  const keyFile = join(dataFolder, 'tour-key');
  writeFileSync(keyFile, 'any-eight-characters', { mode: 0o600 });
  const [{ connection_id: connectionId } = { connection_id: '' }] = await tour.operate<{ connection_id: string }>(
    ...['connection', 'add', '--name', 'Quality tour', '--provider', 'google'],
    ...['--endpoint', connection.playback_url ?? '', '--key-file', keyFile, '--uses', 'inference'],
    ...['--models', 'gemini-2.5-flash=gemini-flash,gemini-2.5-pro=gemini-pro', '--on', connection.workspace_id],
  );
  await tour.operate('budget', 'set', '--workspace', connection.workspace_id, '--limit-usd', '20');
  const judged = { evaluator: 'judge.correctness', metric: METRIC, basis: 'measured' };
  const replayed = { connection_id: connectionId, parameters: { max_output_tokens: 200 }, ...judged };
  const {
    comparison,
    estimates,
    latest_run: run,
  } = await measure(tour, datasetId, {
    instrument: 'replay',
    arms: [
      { name: 'flash', model: 'gemini-2.5-flash', ...replayed },
      { name: 'pro', model: 'gemini-2.5-pro', ...replayed },
    ],
    pair: { baseline: 'flash', candidate: 'pro' },
    spend_ceiling_nano_usd: '5000000000',
  });
  expect(run).toMatchObject({ status: 'complete', cells: 48, ended_cells: 48, unpriced_excluded: 0 });
  expect(Number(run?.cost.usd)).toBeGreaterThan(0);
  expect(estimates.map(({ arm, passed, n }) => [arm, passed, n])).toEqual([
    ['flash', 17, 24],
    ['pro', 24, 24],
  ]);
  expect(comparison).toMatchObject({
    ...{ verdict: 'ON_FRONTIER', refusal: null, n_pairs: 24, unpaired: 0, discordant: 7, candidate_wins: 7 },
    e_value: expect.closeTo(16, 9) as number,
    delta: expect.closeTo(7 / 24, 12) as number,
  });
}

/** Declares an experiment over a dataset, runs it to its end, and reads it. */
async function measure(tour: QualityTour, datasetId: string, declared: object): Promise<EvalExperiment> {
  const pinned = { ...workspaceOf(tour), dataset_id: datasetId, dataset_version: 1, alpha: 0.05 };
  const { experiment_id: id } = await tour.send<EvalExperiment>('POST', 'evals/experiments', 201, {
    ...pinned,
    ...declared,
  });
  await tour.send('POST', `evals/experiments/${id}/run`, 201, workspaceOf(tour));
  const path = `evals/experiments/${id}?workspace_id=${workspaceOf(tour).workspace_id}`;
  const read = (): Promise<EvalExperiment> => tour.send('GET', path, 200);
  await expect.poll(async () => (await read()).latest_run?.status, POLL).not.toBe('running');
  return read();
}

async function fitWithoutLabels(tour: QualityTour): Promise<void> {
  const { calibration } = await fit(tour, { since: instantBefore(120), until: instantBefore(90) });
  expect(calibration).toMatchObject({ state: 'refused', refusal: { code: 'no_labels', need: 1, have: 0 } });
}

/** Fits all labels: one unit passes, one fails, and one is unmeasurable. */
async function fitEverything(tour: QualityTour): Promise<string> {
  const { calibration, artifact } = await fit(tour, {});
  expect(calibration.state).toBe('candidate');
  const units = artifact?.units.filter(({ metric }) => metric === METRIC) ?? [];
  expect(units.map((unit) => [unit.segment, unit.state, unit.threshold, unit.accepted, unit.errors])).toEqual([
    ['synthetic-batch', 'unmeasurable', null, 0, 0],
    ['synthetic-chat', 'passed', 1, 102, 1],
    ['synthetic-search', 'failed', null, 0, 0],
  ]);
  expect(units.map(({ refusal }) => refusal && [refusal.code, refusal.need, refusal.have])).toEqual([
    ['too_few_rows', 50, 21],
    null,
    ['no_threshold_passed', 1, 8],
  ]);
  return calibration.calibration_id;
}

/** Requests a fit, and waits for its result. */
async function fit(tour: QualityTour, window: object): Promise<CalibrationDetail> {
  const body = { ...workspaceOf(tour), ...window };
  const { calibration_id: id } = await tour.send<{ calibration_id: string }>('POST', 'calibrations/fit', 202, body);
  const listed = async (): Promise<string[]> =>
    (await readBoard(tour)).calibrations.map(({ calibration_id: one }) => one);
  await expect.poll(listed, POLL).toContain(id);
  return tour.send('GET', `calibrations/${id}`, 200);
}

function readBoard(tour: QualityTour): Promise<CalibrationBoard> {
  return tour.send('GET', `calibrations?workspace_id=${workspaceOf(tour).workspace_id}`, 200);
}

/** Activates a candidate with the version that was read. A second activation with the same version comes too late. */
async function activate(tour: QualityTour, calibrationId: string): Promise<void> {
  const { version } = (await readBoard(tour)).manifest;
  const path = `calibrations/${calibrationId}/activate`;
  const body = { expected_manifest_version: version };
  const { calibration, manifest } = await tour.send<ActivatedCalibration>('POST', path, 200, body);
  expect([calibration.state, manifest.version, manifest.active]).toEqual(['active', version + 1, calibrationId]);
  expect(await tour.send('POST', path, 409, body)).toMatchObject({ code: 'conflict' });
}

/** Only the segment whose unit passed has an interval, and it holds the share of right answers in the traffic. */
async function readRates(tour: QualityTour, calibrationId: string): Promise<void> {
  const path = `quality/summary?workspace_id=${workspaceOf(tour).workspace_id}&metric=${METRIC}`;
  const { calibration_id: active, segments } = await tour.send<QualitySummaryDocument>('GET', path, 200);
  expect(active).toBe(calibrationId);
  const judged = segments.flatMap(({ segment, estimates }) =>
    estimates.filter(({ evaluator_kind: kind }) => kind === 'judge').map((one) => ({ segment, ...one })),
  );
  expect(
    judged.map(({ segment, estimator, n, labelled, refusals }) => [segment, estimator, n, labelled, refusals[0]?.code]),
  ).toEqual([
    ['synthetic-batch', 'verdicts', 204, null, 'not_licensed'],
    ['synthetic-chat', 'ppi_plus_plus', 1_315, 511, undefined],
    ['synthetic-search', 'verdicts', 648, null, 'not_licensed'],
  ]);
  expect(judged.map(({ interval }) => interval)).toEqual([
    undefined,
    { low: expect.closeTo(0.7257, 4) as number, high: expect.closeTo(0.7745, 4) as number, confidence: 0.9 },
    undefined,
  ]);
}

function instantBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}
