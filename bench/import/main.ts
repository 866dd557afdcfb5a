import { strict as assert } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importFile } from '../../analytics/indexer/import-file.ts';
import { parseTrafficLine } from '../../contracts/ingest/lines/parse-traffic-line.ts';
import { storeImportCopy, importCopiesFolder } from '../../journal/files/kept-imports.ts';
import { demoTraffic } from '../../launcher/demo/demo-traffic.ts';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { createIndexingWorld } from '../../testing/engines/indexing-world.ts';
import { cpuMs } from '../reports/cpu-meter.ts';
import { median } from '../reports/spread.ts';

/**
 * Measures the speed of an import from a file to facts with rollups, with each event once and its compressed copy. It
 * compares the speed with that of the parser alone over the same lines. Passes of both take turns, and each imports the
 * same traffic of a different workspace, so that no event is known.
 *
 * `npm run bench:import -- [requests] [passes]`
 */
const program = createProgram(
  'npm run bench:import --',
  'Measures how fast a file is loaded as facts, against the parser alone.',
)
  .argument('[requests]', 'requests of the file, about five lines each', positiveNumber, 60_000)
  .argument('[passes]', 'passes of each contender', positiveNumber, 5)
  .parse();
const [requests, passes] = program.processedArgs as [number, number];
/** The goal of an import in lines per second on two cores. */
const GOAL = 30_000;
const LINES_OF_A_PIECE = 10_000;

const world = await createIndexingWorld();

/** The synthetic traffic of 14 days, as lines of one new environment. */
async function makeLines(): Promise<string[]> {
  const scope = await world.makeScope();
  return demoTraffic({
    organizationId: scope.organization_id,
    workspaceId: scope.workspace_id,
    environments: [
      { applicationId: scope.application_id, gatewayId: scope.gateway_id, environmentId: scope.environment_id },
    ],
    now: new Date('2026-05-06T07:08:09.010Z'),
    requests,
  }).map((event) => JSON.stringify(event));
}

interface Pass {
  readonly ms: number;
  /** Seconds of processor time, by process. */
  readonly cpu: Record<'node' | 'clickhouse' | 'postgres', number>;
}

async function measure(work: () => Promise<void> | void): Promise<Pass> {
  const usage = () => ({
    node: process.cpuUsage(),
    clickhouse: cpuMs(world.clickhousePid) ?? 0,
    postgres: cpuMs(world.postgresPid) ?? 0,
  });
  const [before, started] = [usage(), performance.now()];
  await work();
  const [ms, after] = [performance.now() - started, usage()];
  const node = (after.node.user + after.node.system - before.node.user - before.node.system) / 1_000;
  const { clickhouse, postgres } = after;
  return { ms, cpu: { node, clickhouse: clickhouse - before.clickhouse, postgres: postgres - before.postgres } };
}

function parseAll(lines: readonly string[]): void {
  for (const line of lines) assert.equal(parseTrafficLine(line).fault, undefined);
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

async function importAll(path: string, lines: number): Promise<void> {
  const { totals } = await importFile(world.ports, {
    path,
    holder: 'bench',
    keep: async (sha256) => void (await storeImportCopy(path, sha256, importCopiesFolder(world.journalFolder))),
    onProgress: () => undefined,
    onWaiting: () => undefined,
  });
  assert.deepEqual([sumOf(totals.events), totals.repeated, totals.quarantined], [lines, 0, 0]);
}

/** Yields the lines in pieces, because one text can have only a million lines. */
function* piecesOf(lines: readonly string[]): Generator<string> {
  for (let start = 0; start < lines.length; start += LINES_OF_A_PIECE)
    yield `${lines.slice(start, start + LINES_OF_A_PIECE).join('\n')}\n`;
}

const passed: Record<'parser' | 'import', Pass[]> = { parser: [], import: [] };
let count = 0;
try {
  for (let pass = 0; pass < passes; pass += 1) {
    const lines = await makeLines();
    count = lines.length;
    passed.parser.push(await measure(() => parseAll(lines)));
    const path = join(world.folder, `traffic-${pass}.jsonl`);
    await writeFile(path, piecesOf(lines));
    passed.import.push(await measure(() => importAll(path, count)));
  }
} finally {
  await world.drop();
}

function report(name: 'parser' | 'import'): number {
  const of = (figure: (pass: Pass) => number): number => median(passed[name].map(figure));
  const rate = (count / of(({ ms }) => ms)) * 1_000;
  const [node, clickhouse, postgres] = (['node', 'clickhouse', 'postgres'] as const).map((each) =>
    ((of(({ cpu }) => cpu[each]) / count) * 1_000).toFixed(1),
  );
  console.log(
    `  ${name.padEnd(7)} ${Math.round(rate).toLocaleString('en').padStart(8)} lines/s; microseconds of processor time a line: ${node} here, ${clickhouse} in ClickHouse, ${postgres} in Postgres`,
  );
  return rate;
}
console.log(`${count.toLocaleString('en')} lines, ${passes} passes of each, medians:`);
report('parser');
const rate = report('import');
console.log(`  goal    ${GOAL.toLocaleString('en').padStart(8)} lines/s: ${rate >= GOAL ? 'reached' : 'missed'}`);
