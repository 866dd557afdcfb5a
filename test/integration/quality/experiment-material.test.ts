import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import {
  createExperimentMaterialReader,
  type ExperimentMaterialReader,
} from '../../../analytics/quality/experiment-material-reader.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

let world: IngestWorld;
let reader: ExperimentMaterialReader;
let workspaceId: string;

beforeAll(async () => {
  world = await createIngestWorld();
  reader = createExperimentMaterialReader(world.clickhouse);
  workspaceId = world.scope.workspace_id;
  const at = new Date(Date.now() - 60_000).toISOString();
  const of = (id: string, purpose = 'application', route = 'chat') => ({
    ...{ schema: 1, scope: world.scope, purpose, route_id: route, logical_request_id: id, trace_id: 'trace-1' },
  });
  const called = { attempt_id: 'a', provider_id: 'anthropic', provider_model: 'opus', occurred_at: at };
  const ended = { admitted_at: at, terminal_at: at, attempt_count: 1, streaming: false };
  const outcome = {
    ...{ event: 'evaluation_outcome', admitted_at: at, evaluator_id: 'judge.correctness', evaluator_kind: 'judge' },
    ...{ metric: 'correctness', basis: 'measured', actor: 'judge-traffic', judge_id: 'judge.correctness' },
    ...{ judge_model: 'mini', judge_prompt_sha: 'abc', judge_eval_ver: '1' },
  };
  const later = new Date(Date.now() - 30_000).toISOString();
  const events = [
    {
      event: 'request_terminal',
      ...of('r1'),
      ...ended,
      status: 'succeeded',
      final_model: 'haiku',
      final_provider: 'p',
    },
    {
      event: 'cost_effect',
      ...of('r1'),
      ...called,
      effect_id: 'e1',
      effect_kind: 'settlement',
      price_state: 'priced',
      nanos: '40',
    },
    {
      event: 'cost_effect',
      ...of('r1'),
      ...called,
      effect_id: 'e2',
      effect_kind: 'settlement',
      price_state: 'priced',
      nanos: '2',
    },
    { event: 'request_terminal', ...of('r2'), ...ended, status: 'failed' },
    {
      event: 'cost_effect',
      ...of('r2'),
      ...called,
      effect_id: 'e3',
      effect_kind: 'settlement',
      price_state: 'unpriced',
    },
    {
      ...{ event: 'request_admitted', ...of('s1', 'comparison', 'complex'), admitted_at: at, streaming: false },
      noted: { shadow_of: 'r1' },
    },
    {
      ...{ event: 'request_terminal', ...of('s1', 'comparison', 'complex'), ...ended },
      ...{ status: 'succeeded', final_model: 'opus', final_provider: 'p' },
    },
    { ...outcome, ...of('r1'), outcome_id: 'o1', occurred_at: at, verdict: 'fail' },
    { ...outcome, ...of('r1'), outcome_id: 'o2', occurred_at: later, verdict: 'no_verdict' },
    { ...outcome, ...of('r2'), outcome_id: 'o3', occurred_at: at, verdict: 'pass', judge_prompt_sha: 'old' },
  ];
  const path = join(world.folder, 'traffic');
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const ignore = (): void => undefined;
  await importFile(world.ports, { path, holder: path, onProgress: ignore, onWaiting: ignore });
});
afterAll(() => world.drop());

it('reads requests with their model and their known cost', async () => {
  const facts = await reader.answered(workspaceId, ['r1', 'r2', 'r3']);
  expect([...facts.keys()].sort()).toEqual(['r1', 'r2']);
  expect(facts.get('r1')).toMatchObject({
    request: { logical_request_id: 'r1', route_id: 'chat', trace_id: 'trace-1', scope: world.scope },
    ...{ model: 'haiku', isAnswered: true, costNanoUsd: 42n },
  });
  expect(facts.get('r2')).toMatchObject({ model: '', isAnswered: false, costNanoUsd: null });
  expect(await reader.answered('t_other', ['r1'])).toEqual(new Map());
  expect(await reader.answered(workspaceId, [])).toEqual(new Map());
});

it('reads ten thousand requests', async () => {
  const ids = ['r1', ...Array.from({ length: 10_000 }, (_, number) => `no request ${number}`)];
  const facts = await reader.answered(workspaceId, ids);
  expect([...facts.keys()]).toEqual(['r1']);
  const [original] = facts.values();
  const originals = ids.map((id) => ({
    ...original!,
    request: { ...original!.request, logical_request_id: id },
  }));
  expect((await reader.shadows(workspaceId, originals)).map(({ shadowOf }) => shadowOf)).toEqual(['r1']);
  const of = { workspaceId, requestIds: ids, evaluator: 'judge.correctness', metric: 'correctness' };
  const outcomes = await reader.outcomes({ ...of, basis: 'measured', judge: undefined });
  expect([...outcomes.keys()]).toEqual(['r1']);
});

it('finds the shadow calls of requests', async () => {
  const originals = [...(await reader.answered(workspaceId, ['r1', 'r2'])).values()];
  expect(await reader.shadows(workspaceId, originals)).toMatchObject([
    { shadowOf: 'r1', model: 'opus', request: { logical_request_id: 's1', route_id: 'complex' }, costNanoUsd: null },
  ]);
  expect(await reader.shadows('t_other', originals)).toEqual([]);
  expect(await reader.shadows(workspaceId, [])).toEqual([]);
});

it('reads the newest outcomes of a version of a judge, or of any', async () => {
  const of = { workspaceId, requestIds: ['r1', 'r2'], evaluator: 'judge.correctness', metric: 'correctness' };
  const present = { model: 'mini', prompt_sha: 'abc', eval_ver: '1' };
  const any = await reader.outcomes({ ...of, basis: 'measured', judge: undefined });
  expect([...any.values()].map(({ requestId, verdict }) => [requestId, verdict]).sort()).toEqual([
    ['r1', 'fail'],
    ['r2', 'pass'],
  ]);
  expect([...(await reader.outcomes({ ...of, basis: 'measured', judge: present })).values()]).toEqual([
    { requestId: 'r1', verdict: 'fail', judge: present },
  ]);
  expect(await reader.outcomes({ ...of, basis: 'reported', judge: undefined })).toEqual(new Map());
  expect(await reader.outcomes({ ...of, requestIds: [], basis: 'measured', judge: undefined })).toEqual(new Map());
});
