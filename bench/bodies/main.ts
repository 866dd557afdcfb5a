/**
 * Measures the cost of the worst possible bodies compared with parsing: `npm run bench:bodies -- --rounds 5`. Every
 * route that accepts a body gets each of these bodies, in turns with a bare server that parses the same bytes. Bodies
 * of the gateway are read in the same way as in the gateway. The bench measures processor time, which does not depend
 * on other work of the machine.
 */
import { parseTrafficLine } from '../../contracts/ingest/lines/parse-traffic-line.ts';
import { PROBLEM_LIMITS } from '../../contracts/wire/problem-limits.ts';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { median } from '../reports/spread.ts';
import { GATEWAY_ENDPOINTS, readAtGateway, scanAtGateway, worstGatewayBodies } from './gateway-bodies.ts';
import { openBareParser, openBodiesWorld, type BodyRoute } from './bodies-world.ts';
import { worstBodies, worstTrafficLines, type WorstBody } from './worst-bodies.ts';

/** The maximum cost of a body, in multiples of the time of parsing. */
const MAX_RATIO = 4;
/** The maximum in the worker, which searches every value for limits, fingerprint and text, and blocks no other call. */
const MAX_OF_WORKER = 25;
/** The minimum milliseconds of parsing in the comparison: shorter times do not block a server. */
const FLOOR_MS = 5;

/** The number of repetitions for one line of traffic, which is too fast to measure alone. */
const OFTEN = 20;

interface Held {
  readonly name: string;
  /** Milliseconds. */
  readonly parsing: number;
  readonly answering: number;
}

const { rounds } = createProgram(
  'npm run bench:bodies --',
  'Measures the time for the worst bodies of every route, against parsing alone.',
)
  .option('--rounds <number>', 'rounds of each body', positiveNumber, 5)
  .parse()
  .opts<{ rounds: number }>();
const parseBare = await openBareParser();
let failures = 0;

for (const route of await openBodiesWorld()) {
  const held: Held[] = [];
  for (const body of worstBodies(route.schema)) held.push(await hold(route, body));
  failures += report(route.name, held);
}
for (const endpoint of GATEWAY_ENDPOINTS) {
  const bodies = worstGatewayBodies(endpoint);
  failures += report(
    `${endpoint}, scanned`,
    bodies.map((body) => holdGateway(body, scanAtGateway)),
  );
  const read = (bytes: Buffer): void => readAtGateway(endpoint, bytes);
  failures += report(
    `${endpoint}, read by the worker`,
    bodies.map((body) => holdGateway(body, read)),
    MAX_OF_WORKER,
  );
}
failures += report('a line of traffic', worstTrafficLines().map(holdLine));
if (failures > 0) throw new Error(`${failures} bodies take too long, compared with parsing.`);

async function hold(route: BodyRoute, { name, bytes }: WorstBody): Promise<Held> {
  const parsing: number[] = [];
  const answering: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    parsing.push(await timed(() => parseBare(bytes)));
    answering.push(await timed(async () => requireRefusal(`${route.name}, ${name}`, await route.send(bytes))));
  }
  return { name, parsing: median(parsing), answering: median(answering) };
}

/** Compares a part of the gateway's work on a body with only parsing its text. */
function holdGateway({ name, bytes }: WorstBody, read: (bytes: Buffer) => void): Held {
  const parsing: number[] = [];
  const answering: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    parsing.push(timedOften(() => void JSON.parse(bytes.toString()), 1));
    answering.push(timedOften(() => read(bytes), 1));
  }
  return { name, parsing: median(parsing), answering: median(answering) };
}

/** Measures the indexer's reading of a line, which has at most 64 Ki characters, with enough repetitions. */
function holdLine({ name, bytes }: WorstBody): Held {
  const line = bytes.toString();
  const parsing: number[] = [];
  const answering: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    parsing.push(timedOften(() => void JSON.parse(line)));
    answering.push(
      timedOften(() => {
        if (parseTrafficLine(line).fault?.reason !== 'wrong_shape') throw new Error(`A line of ${name} was taken.`);
      }),
    );
  }
  return { name, parsing: median(parsing), answering: median(answering) };
}

/** Prints the worst body of a route, and returns the number of those that are too expensive. */
function report(place: string, held: readonly Held[], max = MAX_RATIO): number {
  const ratio = ({ parsing, answering }: Held): number => answering / Math.max(parsing, FLOOR_MS);
  const line = (one: Held): string =>
    `${one.answering.toFixed(1)} ms, ${(one.answering / one.parsing).toFixed(2)} × parsing it (${one.name})`;
  const [worst] = [...held].sort((left, right) => ratio(right) - ratio(left));
  console.log(`${place.padEnd(44)} ${String(held.length).padStart(4)} of them, the worst ${worst && line(worst)}`);
  const dear = held.filter((one) => ratio(one) > max);
  for (const one of dear) console.log(`  too slow: ${line(one)}`);
  return dear.length;
}

/** Returns the milliseconds of processor time of `work`. */
async function timed(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return millisecondsSince(before);
}

function timedOften(work: () => void, times = OFTEN): number {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) work();
  return millisecondsSince(before) / times;
}

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Requires that a body is refused, with a problem of bounded size. */
function requireRefusal(what: string, { status, document }: Awaited<ReturnType<BodyRoute['send']>>): void {
  const { type, errors } = document as { type: string; errors: readonly unknown[] };
  if (status !== 422 || type !== 'validation_failed') throw new Error(`${what}: ${status} ${JSON.stringify(document)}`);
  if (errors.length < 1 || errors.length > PROBLEM_LIMITS.errors) throw new Error(`${what}: ${errors.length} errors`);
}
