import { readFileSync, writeFileSync } from 'node:fs';
import type { ReportRunOpenV1 } from '../../contracts/reports/report-run.ts';
import { canonicalJson } from '../../contracts/wire/canonical-json.ts';
import { MAX_ANSWER_BYTES } from '../../domain/reports/report-run.ts';
import type { BenchCaller } from './bench-caller.ts';
import type { BenchProcess, ReportBenchWorld } from './report-bench-world.ts';
import type { SettledListener } from './settled.ts';

const WARM_UP = 20;

/** The resident memory of a process in MiB: the current one, or the peak since `forgetPeak`. */
function residentMib({ pid }: BenchProcess, what: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1_024;
}

function forgetPeak({ pid }: BenchProcess): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/**
 * Measures the memory for an answer of exactly 10 MiB in new processes that have only handled a few small answers. It
 * requires Linux.
 */
export async function measureMemory(
  world: ReportBenchWorld,
  caller: BenchCaller,
  listener: SettledListener,
  report: (line: string) => void,
): Promise<void> {
  if (process.platform !== 'linux') {
    report('\nAn answer of 10 MiB: this system does not tell the peak of a process.');
    return;
  }
  const [api, worker] = await Promise.all([world.startApi(), world.startWorker()]);
  const settle = async (name: string): Promise<string> => {
    const created = await caller.createReport(name);
    await listener.of(created.run.run_id);
    return caller.runPath(created);
  };
  for (let number = 0; number < WARM_UP; number += 1) await caller.get(await settle(`small ${number}`));
  const idle = { api: residentMib(api, 'VmRSS'), worker: residentMib(worker, 'VmRSS') };
  await worker.read('ten-mib');
  report('\nAn answer of exactly 10 MiB, resident memory');
  const peakOf = async (what: string, name: 'api' | 'worker', work: () => Promise<void>): Promise<void> => {
    const of = name === 'api' ? api : worker;
    forgetPeak(of);
    await work();
    const peak = residentMib(of, 'VmHWM');
    const more = (peak - idle[name]).toFixed(0);
    report(
      `  ${what.padEnd(14)} ${name.padEnd(7)} idle ${idle[name].toFixed(0)} MiB, peak ${peak.toFixed(0)} MiB: ${more} more`,
    );
  };
  let path = '';
  await peakOf('stored', 'worker', async () => {
    path = await settle('large');
  });
  await peakOf('served', 'api', async () => {
    const { data } = JSON.parse(await caller.get(path)) as { data: ReportRunOpenV1 };
    if (data.answer === undefined) throw new Error(`The large run ended ${data.state}: ${data.failure_detail}`);
    const bytes = Buffer.byteLength(canonicalJson(data.answer));
    if (bytes !== MAX_ANSWER_BYTES) throw new Error(`An answer of ${bytes} bytes was served.`);
  });
  for (const format of ['json', 'csv']) {
    await peakOf(`export as ${format}`, 'api', async () => {
      const text = await caller.get(`${path}/export?format=${format}`);
      if (text.length < MAX_ANSWER_BYTES / 10) throw new Error(`An export of ${text.length} characters came.`);
    });
  }
  await Promise.all([api.stop(), worker.stop()]);
}
