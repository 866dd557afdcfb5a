/**
 * Measures validations of a judge against the same statistics in one hand-written SQL query, and claims of rows to
 * label: `npm run bench:judges -- --rounds 10`.
 */
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createAnalyticsClient } from '../../analytics/analytics-client.ts';
import { createCandidateFinder } from '../../analytics/judges/candidate-finder.ts';
import { createJudgeReader } from '../../analytics/judges/judge-reader.ts';
import { createJudgeActivities } from '../../activities/judges/judge-activities.ts';
import { noFaultPoints } from '../../domain/kernel/fault-points.ts';
import { leaseRows } from '../../api/management/annotation/lease-rows.ts';
import { subjectIdOf } from '../../contracts/judges/subject-id-of.ts';
import type { AnnotationStrategy } from '../../domain/judges/annotation.ts';
import { evalsSettings } from '../../domain/judges/configuration/evals-settings.ts';
import { captureSettings } from '../../domain/management/capture-settings.ts';
import { openContentStore } from '../../content/open-content-store.ts';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { createAnnotationLeaseStore } from '../../store/judges/annotation-lease-store.ts';
import { createExclusionFinder } from '../../store/insight/exclusion-finder.ts';
import { createJudgeRegistry } from '../../store/judges/judge-registry.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { createInsightBenchWorld } from '../insights/insight-bench-world.ts';
import { median, medianRatio, formatSpread } from '../reports/spread.ts';
import { computeStatistics } from './by-hand.ts';
import { makeJudgedFacts, JUDGE_SUBJECT, WORKSPACE_ID } from './make-judged-facts.ts';

const { rounds, claims, requests, labelled } = createProgram(
  'npm run bench:judges --',
  'Measures validations of a judge against one handwritten SQL query, and claims of rows to label.',
)
  .option('--rounds <number>', 'validations of each way', positiveNumber, 10)
  .option('--claims <number>', 'claims of each strategy', positiveNumber, 40)
  .option('--requests <number>', 'requests, each judged once', positiveNumber, 1_000_000)
  .option('--labelled <number>', 'the number of these requests that people labelled', positiveNumber, 100_000)
  .parse()
  .opts<{ rounds: number; claims: number; requests: number; labelled: number }>();
const report = (line: string): void => console.log(line);

/**
 * The maximum time of a validation, in multiples of the query's time, and the maximum time of a claim, for which a
 * person waits. A validation also records its result and computes digests.
 */
const MAX_TIMES = 2;
const MAX_CLAIM_MS = 1_000;
const SEGMENTS = 200;
/** The number of rows of a claim. */
const K = 20;
/** The sizes of a short question and of a long conversation, in characters. */
const BODIES = { short: 400, long: 60_000 } as const;

const world = await createInsightBenchWorld(report);
const client = createAnalyticsClient(world.clickhouseUrl);
const pool = createPool(world.databaseUrl);
const began = Date.now();
let ahead = 0;
const clock = { now: () => new Date(began + ahead) };
const settings = evalsSettings({ validation: { auto_validate: { enabled: true } } }).validation;
const reader = createJudgeReader(client, createExclusionFinder(pool));
const registry = createJudgeRegistry(pool, clock);
try {
  await makeJudgedFacts(client, { requests, labelled, segments: SEGMENTS }, clock.now());
  await compareValidations();
  for (const strategy of ['starved_segments', 'hard_cases'] as const)
    for (const body of ['short', 'long'] as const) await measureClaims(strategy, body);
} finally {
  await client.close();
  await pool.end();
  await world.drop();
}

async function compareValidations(): Promise<void> {
  const quiet = { info: () => undefined, warn: () => undefined };
  const ports = { reader, registry, settings, clock, faultPoints: noFaultPoints, log: quiet };
  const activities = createJudgeActivities(ports);
  const worker = new MockActivityEnvironment();
  const subjectId = subjectIdOf(JUDGE_SUBJECT);
  const goldRevision = await reader.goldRevision(JUDGE_SUBJECT, settings.goldSources);
  const validate = async (): Promise<void> => {
    // The clock moves by an interval, so that each validation is recorded.
    ahead += settings.autoValidate.intervalMs;
    await worker.run(async () => {
      const { state } = await activities.validateJudge({ subject: JUDGE_SUBJECT, subjectId, goldRevision });
      assert.equal(state, 'promoted');
    });
  };
  let byHand = await computeStatistics(client);
  const ways = [validate, async (): Promise<void> => void (byHand = await computeStatistics(client))];
  const taken: [number[], number[]] = [[], []];
  // The first round is a warm-up and does not count.
  for (let round = -1; round < rounds; round += 1) {
    for (let turn = 0; turn < ways.length; turn += 1) {
      const index = (turn + round + ways.length) % ways.length;
      const tookMs = await timed(ways[index]!);
      if (round >= 0) taken[index]!.push(tookMs);
    }
  }
  const rows = await registry.ofSubject(subjectId);
  assert.equal(rows.length, rounds + 1);
  const { kappa, validated_n: n, iaa } = rows.at(-1)!.record as { kappa: number; validated_n: number; iaa: number };
  assert.equal(n, byHand.rows);
  assert.ok(Math.abs(kappa - byHand.kappa) < 1e-12, `${kappa} is not ${byHand.kappa}`);
  assert.ok(Math.abs(iaa - byHand.iaa) < 1e-12, `${iaa} is not ${byHand.iaa}`);
  const ratio = medianRatio(...taken);
  report(
    `\n${labelled} labelled rows among ${requests} judged ones, ${rounds} alternating rounds: kappa ${kappa}, alpha ${iaa}`,
  );
  report(`  validation  ${median(taken[0]).toFixed(0).padStart(6)} ms  ${ratio.toFixed(2)} × (at most ${MAX_TIMES})`);
  report(`  handwritten ${median(taken[1]).toFixed(0).padStart(6)} ms`);
  assert.ok(ratio <= MAX_TIMES, 'A validation takes longer than it may.');
}

/**
 * Measures claims by several people. Each person gets rows that no other person has. The rows are released afterwards.
 */
async function measureClaims(strategy: AnnotationStrategy, body: keyof typeof BODIES): Promise<void> {
  ahead = 0;
  const capture = {
    ...captureSettings({ request: true, response: true }),
    path: join(world.folder, `${strategy}-${body}`),
  };
  const contents = openContentStore(capture, clock, { maxBytes: 2 ** 40, minFreeBytes: 0 });
  const findCandidates = createCandidateFinder(client);
  const search = { strategy, segment: '', since: contents.since(), overlap: 1, annotator: 'nobody', offset: 0 };
  const offered = (await findCandidates({ ...search, limit: (claims + 1) * K })) ?? [];
  assert.equal(offered.length, (claims + 1) * K);
  const text = 'x'.repeat(BODIES[body]);
  for (const { workspaceId, requestId, admittedAt } of offered)
    await contents.keep({ workspaceId, requestId, admittedAt, request: text, response: text });
  const annotationLeases = createAnnotationLeaseStore(pool, clock);
  const ports = { clock, annotationLeases, findCandidates, contents, evals: { annotationQueue: true } };
  const caller = { token: { tokenId: 'tok_bench' } } as Parameters<typeof leaseRows>[1];
  const taken: number[] = [];
  const claimed: string[] = [];
  for (let claim = -1; claim < claims; claim += 1) {
    const annotator = `annotator ${strategy} ${body} ${claim}`;
    const tookMs = await timed(async () => {
      const { items } = await leaseRows(ports, caller, { k: K, strategy, annotator });
      claimed.push(...items.map(({ req_id }) => req_id));
    });
    if (claim >= 0) taken.push(tookMs);
  }
  // Each person got the next rows of the common order, and no row of another person.
  assert.deepEqual(
    claimed,
    offered.map(({ requestId }) => requestId),
  );
  assert.ok(offered.every(({ workspaceId }) => workspaceId === WORKSPACE_ID));
  report(
    `\n${claims} claims of ${K} rows, ${strategy}, ${body} bodies of ${text.length} characters, of ${requests} candidates`,
  );
  report(`  ${formatSpread(taken)} (p95 at most ${MAX_CLAIM_MS} ms)`);
  await pool.query('DELETE FROM annotation_leases');
  const p95 = [...taken].sort((one, other) => one - other)[Math.ceil(0.95 * taken.length) - 1]!;
  assert.ok(p95 <= MAX_CLAIM_MS, 'A claim takes longer than it may.');
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
