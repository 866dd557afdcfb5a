import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import {
  createLabelledRowReader,
  type LabelQuestion,
} from '../../../analytics/quality/labelled-rows/labelled-row-reader.ts';
import { createLabelledWindowReader } from '../../../analytics/quality/labelled-rows/labelled-window-reader.ts';
import { READ_BUDGET } from '../../../analytics/statements/read-budget.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import type { LabelledRow } from '../../../domain/quality/labelled-row.ts';
import { createExclusionFinder } from '../../../store/insight/exclusion-finder.ts';
import { createExclusionStore } from '../../../store/insight/exclusion-store.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

const JUDGE = { judge_id: 'judge.safety', model: 'm', prompt_sha: 'p', eval_ver: '1' };

let world: IngestWorld;
beforeAll(async () => {
  world = await createIngestWorld();
  await load('requests', requests());
  await load('outcomes', outcomes());
});
afterAll(() => world.drop());

const hour = (of: number): string => `2024-01-03T${String(of).padStart(2, '0')}:00:00.000Z`;

function requestOf(id: string, at: number, change: object = {}): TrafficEvent {
  return {
    event: 'request_terminal',
    schema: 1,
    scope: world.scope,
    purpose: 'application',
    logical_request_id: id,
    route_id: 'chat',
    trace_id: 'a'.repeat(32),
    admitted_at: hour(at),
    terminal_at: hour(at),
    status: 'succeeded',
    final_model: 'gpt',
    attempt_count: 0,
    ...change,
  };
}

let sent = 0;

function outcomeOf(id: string, at: number, says: object): TrafficEvent {
  sent += 1;
  return {
    event: 'evaluation_outcome',
    schema: 1,
    scope: world.scope,
    purpose: 'application',
    logical_request_id: id,
    route_id: 'chat',
    trace_id: 'a'.repeat(32),
    admitted_at: hour(at),
    outcome_id: `o${sent}`,
    metric: 'safety',
    basis: 'measured',
    actor: 'tok_1',
    occurred_at: '2024-01-04T00:00:00.000Z',
    ...says,
  } as TrafficEvent;
}
const LATER = { occurred_at: '2024-01-05T00:00:00.000Z' };
const labelBy = (annotator: string, verdict = 'pass', change: object = {}): object => ({
  ...{ evaluator_id: 'human.label', evaluator_kind: 'human', annotator, verdict },
  ...change,
});
const judged = (verdict: string, change: object = {}): object => ({
  ...{ evaluator_id: 'judge.safety', evaluator_kind: 'judge', judge_id: 'judge.safety', judge_model: 'm' },
  ...{ judge_prompt_sha: 'p', judge_eval_ver: '1', verdict },
  ...change,
});

function requests(): TrafficEvent[] {
  return [
    ...['drawn', 'hard', 'tie', 'unsure'].map((id, index) => requestOf(id, index + 1)),
    requestOf('alone', 5, { final_model: undefined }),
    requestOf('imported', 6, { purpose: 'playground', terminal_kind: 'dataset_import' }),
    requestOf('excluded', 7),
  ];
}

function outcomes(): TrafficEvent[] {
  return [
    // Drawn at random, and later a hard case as well; Ada changed her label.
    outcomeOf('drawn', 1, labelBy('ada', 'pass', { label_strategy: 'random', label_probability: 0.25 })),
    outcomeOf('drawn', 1, labelBy('Ada ', 'fail', { ...LATER, label_strategy: 'random', label_probability: 0.25 })),
    outcomeOf('drawn', 1, labelBy('grace', 'fail', { label_strategy: 'hard_cases' })),
    outcomeOf('drawn', 1, judged('pass', { judge_certainty: 0.75 })),
    outcomeOf('drawn', 1, judged('fail', { judge_certainty: 0.5, judge_model: 'n' })),
    // A judge that gave no verdict at its second call, and a label without a design.
    outcomeOf('hard', 2, labelBy('ada', 'pass')),
    outcomeOf('hard', 2, labelBy('grace', 'pass', { label_strategy: 'hard_cases' })),
    outcomeOf('hard', 2, judged('abstained')),
    outcomeOf('hard', 2, judged('no_verdict', LATER)),
    outcomeOf('tie', 3, labelBy('ada', 'pass')),
    outcomeOf('tie', 3, labelBy('grace', 'fail')),
    outcomeOf('unsure', 4, labelBy('ada', 'abstained')),
    outcomeOf('alone', 5, labelBy('ada', 'pass')),
    outcomeOf('alone', 5, judged('pass', { basis: 'reported' })),
    outcomeOf('imported', 6, labelBy('ada', 'pass', { purpose: 'playground' })),
    outcomeOf('excluded', 7, labelBy('ada', 'pass')),
  ];
}

async function load(name: string, events: readonly TrafficEvent[]): Promise<void> {
  const path = join(world.folder, name);
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const { totals } = await importFile(world.ports, {
    path,
    holder: 'test',
    onProgress: () => undefined,
    onWaiting: () => undefined,
  });
  expect([totals.quarantined, totals.repeated]).toEqual([0, 0]);
}

async function read(change: Partial<LabelQuestion> = {}, maxRows?: number) {
  const reader = createLabelledRowReader(world.clickhouse, createExclusionFinder(world.pool), maxRows);
  const rows: LabelledRow[] = [];
  const question: LabelQuestion = {
    workspaceId: world.scope.workspace_id,
    since: undefined,
    until: undefined,
    goldSources: ['outcomes'],
    ...change,
  };
  const { census, arrivalHighWater } = await reader.read(question, (row) => rows.push(row));
  return { rows, census, arrivalHighWater, reader };
}

it('reads each labelled request with each judge, and counts the others', { timeout: 120_000 }, async () => {
  const { workspace_id: workspaceId, environment_id: nodeId } = world.scope;
  const exclusions = createExclusionStore(world.pool, { now: () => new Date() });
  await exclusions.add({ nodeId, from: new Date(hour(7)), to: new Date(hour(8)), reason: 'a test' });

  const { rows, census, arrivalHighWater, reader } = await read();
  const subject = (model: string): string => subjectIdOf({ ...JUDGE, model, metric: 'safety', segment: 'chat' });
  const shared = { traceId: 'a'.repeat(32), metric: 'safety', segment: 'chat' };
  const drawn: LabelledRow = {
    requestId: 'drawn',
    admittedAtMs: Date.parse(hour(1)),
    ...shared,
    judgeSubject: subject('m'),
    judgeModel: 'm',
    judgedModel: 'gpt',
    confidence: 0.75,
    judge: 'pass',
    human: 'fail',
    strategy: 'random',
    probability: 0.25,
  };
  const hard: LabelledRow = {
    ...drawn,
    ...{ requestId: 'hard', admittedAtMs: Date.parse(hour(2)), confidence: null, judge: 'abstained', human: 'pass' },
    ...{ strategy: 'hard_cases', probability: null },
  };
  expect(rows).toEqual([
    {
      ...hard,
      ...{ requestId: 'alone', admittedAtMs: Date.parse(hour(5)), judgeSubject: '', judgeModel: '', judgedModel: '' },
      ...{ judge: '', strategy: 'unstated' },
    },
    hard,
    drawn,
    { ...drawn, judgeSubject: subject('n'), judgeModel: 'n', confidence: 0.5, judge: 'fail' },
  ]);
  expect(census).toEqual({
    labelled: 3,
    ties: 1,
    uncertain: 1,
    duplicates: 1,
    not_fit_eligible: 1,
    is_capped: false,
  });
  expect(Number(arrivalHighWater)).toBeGreaterThan(0);
  expect(await reader.labelledWorkspaces(['outcomes'])).toEqual([workspaceId]);
  expect(await reader.labelledWorkspaces(['feedback'])).toEqual([]);
});

it('reads a half-open window, another workspace apart, and the newest rows of too many', async () => {
  const idsOf = ({ rows }: Awaited<ReturnType<typeof read>>): string[] => rows.map(({ requestId }) => requestId);
  const window = await read({ since: new Date(hour(2)), until: new Date(hour(5)) });
  expect([idsOf(window), window.census]).toMatchObject([['hard'], { labelled: 1, ties: 1, uncertain: 1 }]);
  const other = await read({ workspaceId: 't_other' });
  expect([idsOf(other), other.arrivalHighWater]).toEqual([[], '0']);
  expect(other.census).toMatchObject({ labelled: 0, ties: 0, duplicates: 0 });
  const capped = await read({}, 2);
  expect([idsOf(capped), capped.census.is_capped, capped.census.labelled]).toEqual([['alone', 'hard'], true, 3]);
});

it('reads the same rows for a quality read, in one statement with a budget, and refuses too many', async () => {
  const asked: unknown[] = [];
  const clickhouse: Parameters<typeof createLabelledWindowReader>[0] = {
    query: (statement) => {
      asked.push(statement.clickhouse_settings);
      return world.clickhouse.query(statement);
    },
  };
  const search = { workspaceId: world.scope.workspace_id, from: new Date(hour(0)), until: new Date(hour(23)) };
  const readWindow = async (maxRows?: number): Promise<LabelledRow[]> => {
    const rows: LabelledRow[] = [];
    const findExclusions = createExclusionFinder(world.pool);
    const reader = createLabelledWindowReader(clickhouse, findExclusions, ['outcomes'], maxRows);
    await reader(search, (row) => rows.push(row));
    return rows;
  };
  expect(await readWindow()).toEqual((await read({})).rows);
  const name = { log_comment: 'quality.labelled_rows' };
  expect(asked).toEqual([{ max_query_size: expect.any(String) as string, ...READ_BUDGET, ...name }]);
  await expect(readWindow(3)).rejects.toMatchObject({ code: 'budget_exceeded' });
});

it('reads with a thousand exclusions of its workspace and a thousand of another one', async () => {
  const { workspace_id: own, environment_id: environment } = world.scope;
  await world.pool.query("INSERT INTO workspaces VALUES ('t_other', 'org_here', 'Other', now())");
  await world.pool.query("INSERT INTO applications VALUES ('app_other', 't_other', 'Other', now())");
  await world.pool.query("INSERT INTO gateways VALUES ('gw_other', 'app_other', 'Other', now())");
  await world.pool.query("INSERT INTO environments VALUES ('env_other', 'gw_other', 'Other', now())");
  // Every second hour from the second one of the labels.
  for (const [workspace, node] of [
    [own, environment],
    ['t_other', 'env_other'],
  ])
    await world.pool.query(
      `INSERT INTO exclusions
       SELECT $1 || number, 'org_here', $1, $2, $3::timestamptz + number * interval '2 hours',
         $3::timestamptz + number * interval '2 hours' + interval '1 hour', 'a test', now()
       FROM generate_series(0, 999) AS number`,
      [workspace, node, hour(2)],
    );
  const { rows, census, reader } = await read();
  // The requests of the hours 2 and 4 are excluded; the tie of the hour 3 and the rows of the hours 1 and 5 are not.
  expect(rows.map(({ requestId }) => requestId)).toEqual(['alone', 'drawn', 'drawn']);
  expect(census).toMatchObject({ labelled: 2, ties: 1, uncertain: 0 });
  expect(await reader.labelledWorkspaces(['outcomes'])).toEqual([own]);
  await world.pool.query('DELETE FROM exclusions');
  expect((await read()).census).toMatchObject({ labelled: 4, ties: 1, uncertain: 1 });
});
