import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { Argument } from 'commander';
import { pino } from 'pino';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { installTemporalRuntime } from '../../worker/temporal/temporal-runtime.ts';
import { createBenchTenancy } from '../insights/bench-tenancy.ts';
import { createBenchCaller } from './bench-caller.ts';
import { measureAcceptance } from './measure-acceptance.ts';
import { measureBursts } from './measure-burst.ts';
import { measureLatency } from './measure-latency.ts';
import { measureMemory } from './measure-memory.ts';
import { createReportBenchWorld, NAMESPACE, type ReportBenchWorld } from './report-bench-world.ts';
import { noOpContender, reportRunContender } from './run-contender.ts';
import { listenForSettled } from './settled.ts';

/** The parts of the bench. It runs those that the command line names, and by default all. */
type Part = 'acceptance' | 'latency' | 'burst' | 'memory';

const PARTS: readonly Part[] = ['acceptance', 'latency', 'burst', 'memory'];

const program = createProgram('npm run bench:reports --', 'Measures report runs, against a workflow that does nothing.')
  .addArgument(new Argument('[parts...]', 'the parts to measure; by default all').choices(PARTS))
  .option('--times <number>', 'sequential reports', positiveNumber, 200)
  .option('--runs <number>', 'runs of each burst', positiveNumber, 1_000)
  .option('--rounds <number>', 'bursts of each contender', positiveNumber, 3)
  .parse();
const parts = program.args;
const { times, ...size } = program.opts<{ times: number; runs: number; rounds: number }>();
const wants = (part: Part): boolean => parts.length === 0 || parts.includes(part);

const report = (line: string): void => console.log(line);
installTemporalRuntime(pino({ level: 'warn' }));
const world = await createReportBenchWorld(report);
try {
  await run(world);
} finally {
  await world.drop();
}

async function run({ databaseUrl, temporalAddress, origin, engines, ...processes }: ReportBenchWorld): Promise<void> {
  const pool = createPool(databaseUrl);
  const tenancy = await createBenchTenancy(pool, { now: () => new Date() }, 0n);
  const listener = await listenForSettled(databaseUrl);
  const connection = await NativeConnection.connect({ address: temporalAddress });
  const client = new Client({ connection, namespace: NAMESPACE });
  const api = await processes.startApi();
  const caller = await createBenchCaller(origin, tenancy);

  if (wants('acceptance')) await measureAcceptance(caller, pool, times, report);
  if (wants('latency') || wants('burst')) {
    const worker = await processes.startWorker();
    const reportRun = reportRunContender('report run', caller);
    const noOp = noOpContender(client, tenancy);
    if (wants('latency')) {
      await measureLatency([noOp, reportRun], { client, listener }, times, report);
      await worker.read('clickhouse');
      const ofClickHouse = reportRunContender('report run of ClickHouse', caller);
      await measureLatency([noOp, ofClickHouse], { client, listener }, times, report);
      await worker.read('small');
    }
    if (wants('burst')) {
      const pids = { api: api.pid, worker: worker.pid, ...engines };
      await measureBursts([noOp, reportRun], { client, listener, pool, pids }, size, report);
    }
    await worker.stop();
  }
  await api.stop();
  if (wants('memory')) await measureMemory(world, caller, listener, report);
  caller.close();
  await listener.close();
  await connection.close();
  await pool.end();
}
