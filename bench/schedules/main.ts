import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { Argument } from 'commander';
import { pino } from 'pino';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { reconcile } from '../../worker/relay/reconcile.ts';
import { installTemporalRuntime } from '../../worker/temporal/temporal-runtime.ts';
import { makePeople, type ScheduleBatch } from './made-schedules.ts';
import { measureClaims } from './measure-claims.ts';
import { measureDue } from './measure-due.ts';
import { measureIdle } from './measure-idle.ts';
import { noOpContender } from './no-op-contender.ts';
import { productContender } from './product-contender.ts';
import { reconcilerParts } from './reconciler-parts.ts';
import {
  createScheduleBenchWorld,
  NAMESPACE,
  type BenchWorker,
  type ScheduleBenchWorld,
} from './schedule-bench-world.ts';
import { temporalSchedulesContender } from './temporal-schedules-contender.ts';
import { runWholePass } from './whole-pass.ts';

/** The parts of the bench. It runs those that the command line names, and by default all. */
type Part = 'claims' | 'idle' | 'due';

const PARTS: readonly Part[] = ['claims', 'idle', 'due'];

interface Sizes {
  readonly schedules: number;
  readonly workspaces: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly whole?: number;
}

const program = createProgram('npm run bench:schedules --', 'Measures schedules that are due, idle or claimed.')
  .addArgument(new Argument('[parts...]', 'the parts to measure; by default all').choices(PARTS))
  .option('--schedules <number>', 'schedules that are due at the same time', positiveNumber, 300)
  .option('--workspaces <number>', 'workspaces of these schedules', positiveNumber, 30)
  .option('--rounds <number>', 'rounds of each contender', positiveNumber, 2)
  .option('--seconds <number>', 'seconds for which idle schedules are observed', positiveNumber, 30)
  .option('--whole <number>', 'measures only one pass over this number of schedules in 1000 workspaces', positiveNumber)
  .parse();
const parts = program.args;
const sizes = program.opts<Sizes>();
/** True if a part runs. By default all parts run, but no part runs together with the whole pass. */
const wants = (part: Part): boolean => (parts.length === 0 ? sizes.whole === undefined : parts.includes(part));
const ALL = { workspaces: 1_000, schedules: 10_000 } as const;

const report = (line: string): void => console.log(line);
const log = pino({ level: 'warn' });
installTemporalRuntime(log);
const world = await createScheduleBenchWorld(report);
try {
  await run(world);
} finally {
  await world.drop();
}

async function run({ databaseUrl, temporalAddress, engines, ...processes }: ScheduleBenchWorld): Promise<void> {
  const pool = createPool(databaseUrl);
  const people = await makePeople(pool);
  const connection = await NativeConnection.connect({ address: temporalAddress });
  const client = new Client({ connection, namespace: NAMESPACE });
  const size = { workspaces: sizes.workspaces, schedules: sizes.schedules };
  // Workspaces have separate numbers, so that no part of the bench affects the schedules of another.
  const batchFrom = (first: number): ScheduleBatch => ({ ...ALL, first });

  if (wants('claims')) {
    await measureClaims(pool, people, batchFrom(0), report);
    await pool.query('TRUNCATE report_occurrences, report_schedules');
  }
  const startWorker = (): Promise<BenchWorker> => processes.startWorker();
  const worker = await startWorker();
  const pids = { worker: worker.pid, ...engines };
  const product = productContender(pool, people);
  if (wants('idle')) {
    const seconds = sizes.seconds;
    const parts = reconcilerParts({ pool, clock: { now: () => new Date() }, log });
    await measureIdle(
      { client, pool, people, pids, reconcile: () => reconcile(parts) },
      { ...batchFrom(5_000), seconds },
      report,
    );
  }
  if (wants('due')) {
    const contenders = [noOpContender(client, people), product, temporalSchedulesContender(client, people)];
    const rounds = sizes.rounds;
    await measureDue(contenders, { client, pool, pids }, { ...size, first: 10_000, rounds }, report);
  }
  if (sizes.whole !== undefined) {
    const schedules = sizes.whole;
    const batch = { first: 30_000, workspaces: schedules / 10, schedules };
    await runWholePass(product, { pool, worker, startWorker }, batch, report);
  }
  await connection.close();
  await pool.end();
}
