import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runIndexer } from '../../../analytics/indexer/run-indexer.ts';
import { createJudgeReader } from '../../../analytics/judges/judge-reader.ts';
import { createExclusionFinder } from '../../../store/insight/exclusion-finder.ts';
import type { JudgeHistory, JudgeReadings } from '../../../contracts/judges/judge-readings.ts';
import type { SentOutcome } from '../../../contracts/judges/outcome-batch.ts';
import { evalsSettings } from '../../../domain/judges/configuration/evals-settings.ts';
import { openJournalFolder } from '../../../journal/files/journal-folder.ts';
import { JUDGE_COMMANDS } from '../../../operator/commands/judge-commands.ts';
import { createJudgeRegistry } from '../../../store/judges/judge-registry.ts';
import { createManagementTokenStore } from '../../../store/management/management-token-store.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../../store/tenancy/demo-tenancy.ts';
import '../../../testing/engines/provided-context.ts';
import { makeAdmission } from '../../../testing/api/made-traffic.ts';
import { type ApiProcess, startApiProcess } from '../../../testing/processes/api-process.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

const clock = { now: () => new Date() };
const { organizationId, workspaceId, environments } = DEMO_TENANCY;
const { applicationId, gatewayId, environmentId } = environments.assistantProduction;

let world: IngestWorld;
let server: ApiProcess;
let plane: string;
let runtime: string;
let operator: string;

beforeAll(async () => {
  world = await createIngestWorld();
  runtime = (await ensureDemoTenancy(world.pool, clock, undefined)).runtime;
  const scopes = ['quality:write', 'evals:read'] as const;
  const tokens = createManagementTokenStore(world.pool, clock);
  operator = (await tokens.make({ label: 'ci', role: 'operator', scopes, expiresAt: undefined })).token;
  const file = join(world.folder, 'configuration.yaml');
  writeFileSync(file, 'dashboard: { enabled: true }\nevals: { outcomes: { otel_ingest: true } }\n');
  const [port = 0] = await freePorts(1);
  plane = `http://127.0.0.1:${port}/tt/api/v1`;
  server = await startApiProcess(world.databaseUrl, world.clickhouseUrl, {
    TRUETALLY_JOURNAL: join(world.folder, 'journal'),
    TRUETALLY_MANAGEMENT_PORT: String(port),
    TRUETALLY_CONFIG: file,
  });
});
afterAll(async () => {
  server.kill('SIGKILL');
  await world.drop();
});

async function ask<Answer>(url: string, token: string, body?: unknown): Promise<Answer> {
  const sent = body !== undefined && { method: 'POST', body: JSON.stringify(body) };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url, { headers, ...sent });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

/** Indexes the journal until a table has this number of rows. */
async function indexUntil(table: string, rows: number): Promise<void> {
  const stop = new AbortController();
  const running = runIndexer({
    ...world.ports,
    eventLogs: [openJournalFolder(join(world.folder, 'journal'))],
    importsFolder: world.folder,
    instanceId: 'indexer',
    log: { info: () => undefined, error: () => undefined },
    signal: stop.signal,
  });
  await waitUntil(async () => (await world.rowCounts())[table] === rows, 60);
  stop.abort();
  await running;
}

const at = '2026-05-06T09:00:00Z';
const label = (number: number, passes: boolean): SentOutcome => ({
  req_id: `r${number}`,
  outcome_id: 'label',
  evaluator_id: 'human.label',
  metric: 'correctness',
  occurred_at: at,
  verdict: passes ? 'pass' : 'fail',
  annotator: 'grace',
});
const verdict = (number: number, passes: boolean, model = 'm'): SentOutcome => ({
  req_id: `r${number}`,
  metric: 'correctness',
  occurred_at: at,
  verdict: passes ? 'pass' : 'fail',
  outcome_id: `verdict of ${model}`,
  evaluator_id: 'judge.correctness',
  judge: { model, prompt_sha: 'p', eval_ver: '1' },
});

it('sent labels and verdicts make one judge trusted and another not trusted', { timeout: 120_000 }, async () => {
  const path = `organizations/${organizationId}/workspaces/${workspaceId}/applications/${applicationId}/gateways/${gatewayId}`;
  const traffic = `${server.origin}/portal/api/v1/customer/v1/${path}/environments/${environmentId}/traffic`;
  const numbers = Array.from({ length: 50 }, (_, number) => number);
  await ask(
    traffic,
    runtime,
    numbers.map((number) => ({ ...makeAdmission(), logical_request_id: `r${number}`, route_id: 'chat' })),
  );
  await indexUntil('request_admissions_v1', 50);

  // On 50 rows, one judge agrees with people on 45, and the other on 26.
  const even = (number: number): boolean => number % 2 === 0;
  const outcomes = numbers.flatMap((number) => [
    label(number, even(number)),
    verdict(number, number < 5 ? !even(number) : even(number)),
    verdict(number, number < 24 ? !even(number) : even(number), 'n'),
  ]);
  const stranger = { ...label(0, true), req_id: 'nobody' };
  const sent = await ask<object>(`${plane}/outcomes`, operator, { outcomes: [...outcomes, stranger] });
  expect(sent).toMatchObject({ accepted: 150, refused: 1, refusals: [{ index: 150, reason: 'unknown_request' }] });
  expect(await ask(`${plane}/outcomes`, operator, { outcomes })).toMatchObject({ accepted: 150, refused: 0 });
  const record = {
    eventName: 'gen_ai.evaluation.result',
    timeUnixNano: '1767409445123456789',
    attributes: [
      { key: 'gen_ai.evaluation.name', value: { stringValue: 'Correctness' } },
      { key: 'gen_ai.evaluation.score.value', value: { doubleValue: 0.5 } },
      { key: 'truetally.request_id', value: { stringValue: 'r1' } },
    ],
  };
  const exported = { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] };
  expect(await ask(`${plane}/outcomes/otel`, operator, exported)).toMatchObject({ accepted: 1, refused: 0 });
  await indexUntil('outcomes_v1', 151);

  const changed = { ...label(1, even(1)), verdict: even(1) ? 'fail' : 'pass' };
  const resent = await ask<object>(`${plane}/outcomes`, operator, { outcomes: [outcomes[0], changed] });
  expect(resent).toMatchObject({ accepted: 1, refused: 1, refusals: [{ index: 1, reason: 'conflicting' }] });

  const before = await ask<JudgeReadings>(`${plane}/evals/judges`, operator);
  expect(before.subjects.map(({ subject, state }) => [subject.model, subject.segment, state])).toEqual([
    ['m', 'chat', 'never_validated'],
    ['n', 'chat', 'never_validated'],
  ]);
  const reader = createJudgeReader(world.clickhouse, createExclusionFinder(world.pool));
  await JUDGE_COMMANDS['judge validate']!.run(
    {
      judges: createJudgeRegistry(world.pool, clock),
      withJudges: (work) => work(reader, evalsSettings().validation),
    },
    {},
    clock.now(),
  );
  const { subjects, validation_state } = await ask<JudgeReadings>(`${plane}/evals/judges`, operator);
  expect(validation_state).toBe('restored');
  expect(subjects.map(({ state, kappa, validated_n }) => [state, kappa?.toFixed(2), validated_n])).toEqual([
    ['promoted', '0.80', 50],
    ['version_changed', '0.04', 50],
  ]);
  const refused = subjects[1]!.subject.id;
  const history = await ask<JudgeHistory>(`${plane}/evals/judges/${refused}/history`, operator);
  expect(history.timeline.map(({ kind }) => kind)).toEqual(['reset_version_change', 'refused']);
  expect(history.records[0]!.refusals.map(({ floor, need }) => [floor, need])).toEqual([['JudgeKappaFloor', 0.5]]);
});
