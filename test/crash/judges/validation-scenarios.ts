import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManagementClient } from '../../../clients/typescript/management/management-client.ts';
import type { Outcome } from '../../../clients/typescript/management/wire.ts';
import { createManagementTokenStore } from '../../../store/management/management-token-store.ts';
import { judgeValidationWorkflowId } from '../../../workflows/public.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { retryUntilAnswered } from '../../../testing/scenarios/retry-until-answered.ts';
import type { ScenarioOutcome, Scenario, Stage } from '../../../testing/scenarios/scenario.ts';
import { waitUntilLoaded } from './find-judging-faults.ts';
import { answeredRequest, openJudgedWorkspace } from './judged-workspace.ts';

/** Every step of a validation, from the search for judges that are due. */
const FAULT_POINTS = ['validating.after_find', 'validating.after_measure', 'validating.after_record'] as const;

const REQUESTS = 80;
const SETTLE_SECONDS = 120;
const CONFIGURATION = 'evals: { validation: { auto_validate: { enabled: true } } }\n';

/**
 * Two judges with the same number of labels. One agrees with people on almost all requests, the other on every second
 * request.
 */
const JUDGES = {
  safety: { agrees: (number: number) => number % 16 !== 0, state: 'promoted' },
  relevance: { agrees: (number: number) => number % 4 < 2, state: 'refused' },
} as const;
type JudgedMetric = keyof typeof JUDGES;
const METRICS = Object.keys(JUDGES) as JudgedMetric[];

/** Judges whose validation is killed. Each must be recorded once, on all labels, and have the state of its record. */
export const VALIDATION_SCENARIOS: readonly Scenario[] = FAULT_POINTS.map((point) => ({
  name: `judges: worker killed at ${point}`,
  play: (stage) => validatedWhile(stage, point),
}));

async function validatedWhile(stage: Stage, point: string): Promise<ScenarioOutcome> {
  const { world } = stage;
  const folder = mkdtempSync(join(tmpdir(), 'truetally-validations-'));
  const model = `judge at ${point}`;
  try {
    const path = join(folder, 'configuration.yaml');
    writeFileSync(path, CONFIGURATION);
    const [port = 0] = await freePorts(1);
    await world.kill('api');
    await world.start('api', { TRUETALLY_CONFIG: path, TRUETALLY_MANAGEMENT_PORT: String(port) });
    await sendOutcomes(stage, port, model);
    await world.kill('worker');
    await world.start('worker', { TRUETALLY_CONFIG: path, TRUETALLY_FAULT_POINT: point });
    await letSweep(stage);
    await world.ended('worker');
    await world.start('worker', { TRUETALLY_CONFIG: path });
    return { runs: [], faults: await faultsOfValidations(stage, model) };
  } finally {
    for (const name of ['worker', 'api'] as const) {
      await world.kill(name);
      await world.start(name);
    }
    rmSync(folder, { recursive: true });
  }
}

/** Starts a sweep of the judges now. It has no effect while a sweep is in progress. */
async function letSweep({ temporal }: Stage): Promise<void> {
  await retryUntilAnswered(() => temporal.schedule.getHandle('judge-sweep').trigger());
}

/** Sends requests, a person's verdict on each, and the verdicts of both judges. */
async function sendOutcomes(stage: Stage, port: number, model: string): Promise<void> {
  const { workspaceId, client } = await openJudgedWorkspace(stage);
  const at = new Date().toISOString();
  const ids = Array.from({ length: REQUESTS }, (_, number) => `${workspaceId}-${number}`);
  const sent = await retryUntilAnswered(() => client.traffic.send(ids.map((id) => answeredRequest(id, at))));
  await waitUntilLoaded(stage, 'request_terminals_v1', { workspaceId, rows: REQUESTS });
  const tokens = createManagementTokenStore(stage.pool, { now: () => new Date() });
  const made = { label: 'crash', role: 'operator', scopes: ['quality:write'], expiresAt: undefined } as const;
  const { token } = await tokens.make(made);
  const plane = createManagementClient({ baseUrl: `http://127.0.0.1:${port}`, token, maxRetries: 3 });
  let refused = sent.refused;
  for (const metric of METRICS) {
    const outcomes = ids.flatMap((id, number) => outcomesOf({ id, number, at, metric, model }));
    refused += (await plane.outcomes.send({ outcomes })).data.refused;
  }
  if (refused > 0) throw new Error(`${refused} lines or outcomes were refused`);
  await waitUntilLoaded(stage, 'outcomes_v1', { workspaceId, rows: 2 * METRICS.length * REQUESTS });
}

interface JudgedRequest {
  readonly id: string;
  readonly number: number;
  readonly at: string;
  readonly metric: JudgedMetric;
  readonly model: string;
}

function outcomesOf({ id, number, at, metric, model }: JudgedRequest): Outcome[] {
  const passes = number % 2 === 0;
  const verdict = (isPass: boolean) => (isPass ? 'pass' : 'fail');
  const about = { req_id: id, metric, occurred_at: at };
  return [
    {
      ...about,
      outcome_id: `label ${metric}`,
      evaluator_id: 'human.label',
      verdict: verdict(passes),
      annotator: 'grace',
    },
    {
      ...about,
      outcome_id: `verdict ${metric}`,
      evaluator_id: `judge.${metric}`,
      verdict: verdict(passes === JUDGES[metric].agrees(number)),
      judge: { model, prompt_sha: 'p', eval_ver: '1' },
    },
  ];
}

interface ValidationRow {
  readonly subjectId: string;
  readonly metric: JudgedMetric;
  readonly number: number;
  readonly promoted: boolean;
  readonly goldRevision: string;
  readonly confusion: Readonly<Record<string, number>>;
}

/** Waits until both judges are recorded and their validations have ended, and returns the faults. */
async function faultsOfValidations(stage: Stage, model: string): Promise<string[]> {
  const recorded = async (): Promise<ValidationRow[]> => {
    const { rows } = await stage.pool.query<ValidationRow>(
      `SELECT subject_id AS "subjectId", metric, number, promoted, gold_revision AS "goldRevision",
         record -> 'confusion' AS confusion
       FROM judge_validations WHERE model = $1 ORDER BY metric, number`,
      [model],
    );
    return rows;
  };
  const late = await waitUntil(async () => (await recorded()).length >= METRICS.length, SETTLE_SECONDS).then(
    () => [],
    () => [`judges are not validated after ${SETTLE_SECONDS} s`],
  );
  const rows = await recorded();
  const ended = await Promise.all(
    rows.map(async ({ subjectId, goldRevision }) => {
      const handle = stage.temporal.workflow.getHandle(judgeValidationWorkflowId(subjectId, goldRevision));
      return ((await handle.result()) as { state: string }).state;
    }),
  );
  const shown = rows.map(({ metric, number, promoted, confusion }, index) => {
    const labelled = Object.values(confusion).reduce((sum, count) => sum + count, 0);
    return `${metric} ${number} ${promoted ? 'promoted' : 'refused'} of ${labelled}, ended ${ended[index]}`;
  });
  const expected = METRICS.map((metric) => {
    const { state } = JUDGES[metric];
    return `${metric} 1 ${state} of ${REQUESTS}, ended ${state}`;
  }).sort();
  const isSame = JSON.stringify(shown) === JSON.stringify(expected);
  return [...late, ...(isSame ? [] : [`validations are “${shown.join('; ')}”, not “${expected.join('; ')}”`])];
}
