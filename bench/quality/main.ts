/**
 * Measures quality reads against the same statistics in one hand-written statement each, fits of labelled rows, and
 * runs of an experiment against their calls: `npm run bench:quality -- --rounds 5`.
 */
import { createAnalyticsClient } from '../../analytics/analytics-client.ts';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { createExclusionFinder } from '../../store/insight/exclusion-finder.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { ensureDemoTenancy } from '../../store/tenancy/demo-tenancy.ts';
import { createInsightBenchWorld } from '../insights/insight-bench-world.ts';
import { compareReads } from './compare-reads.ts';
import { makeQualityFacts } from './make-quality-facts.ts';
import { measureExperiment } from './measure-experiment.ts';
import { measureFit } from './measure-fit.ts';

const { rounds, requests, labelled, segments, items } = createProgram(
  'npm run bench:quality --',
  'Measures quality reads against handwritten SQL, fits, and an experiment against its calls.',
)
  .option('--rounds <number>', 'reads of each way, fits and runs', positiveNumber, 5)
  .option('--requests <number>', 'judged requests', positiveNumber, 10_000_000)
  .option('--labelled <number>', 'the number of these requests that a person labelled', positiveNumber, 100_000)
  .option('--segments <number>', 'segments of the requests', positiveNumber, 50)
  .option('--items <number>', 'items of the experiment, each on two arms', positiveNumber, 50)
  .parse()
  .opts<{ rounds: number; requests: number; labelled: number; segments: number; items: number }>();
const report = (line: string): void => console.log(line);

const size = { requests, labelled, segments };
const now = new Date();
const clock = { now: () => new Date() };
const world = await createInsightBenchWorld(report);
const client = createAnalyticsClient(world.clickhouseUrl);
const pool = createPool(world.databaseUrl);
try {
  // A fit belongs to a workspace, whose id is that of the facts.
  await ensureDemoTenancy(pool, clock, undefined);
  await makeQualityFacts(client, size, now);
  const window = { from: new Date(now.getTime() - 30 * 86_400_000), until: now };
  await compareReads({ client, findExclusions: createExclusionFinder(pool), window, size, rounds, report });
  await measureFit({ client, pool, clock, size, rounds, report });
} finally {
  await client.close();
  await pool.end();
  await world.drop();
}
await measureExperiment({ items, rounds, report });
