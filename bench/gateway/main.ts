import { Argument } from 'commander';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { openGatewayBenchWorld } from './gateway-bench-world.ts';
import { measureBuilds } from './measure-builds.ts';
import { measureCalls } from './measure-calls.ts';
import { measureCandidateSearch } from './measure-candidate-search.ts';
import { measureDecisions } from './measure-decisions.ts';
import { measureSlowStreams } from './measure-slow-streams.ts';
import { measureSoak } from './measure-soak.ts';
import { measureStreams } from './measure-streams.ts';

/** The parts of the bench. It runs those that the command line names, and by default all. */
type Part = 'calls' | 'looks' | 'streams' | 'slow-streams' | 'decisions' | 'soak';

const PARTS: readonly Part[] = ['calls', 'looks', 'streams', 'slow-streams', 'decisions', 'soak'];

const program = createProgram(
  'npm run bench:gateway --',
  'Measures what the gateway adds to the time of a call, against a bare proxy and other gateways.',
)
  .addArgument(new Argument('[parts...]', 'the parts to measure; by default all').choices(PARTS))
  .option('--seconds <number>', 'seconds of each contender in a round', positiveNumber, 4)
  .option('--rounds <number>', 'rounds of each contender', positiveNumber, 5)
  .option('--streams <number>', 'sequential streams through each contender in a round', positiveNumber, 300)
  .option('--slow <number>', 'concurrent slow streams', positiveNumber, 1_000)
  .option('--minutes <number>', 'minutes of the soak', positiveNumber, 4)
  .option('--before <folders...>', 'only compares with the gateways of these checkouts')
  .parse();
const { slow, minutes, streams, before, ...turns } = program.opts<
  Record<'seconds' | 'rounds' | 'streams' | 'slow' | 'minutes', number> & { before?: string[] }
>();
const report = (line: string): void => console.log(line);

const world = await openGatewayBenchWorld();
const measures: Readonly<Record<Part, () => Promise<void>>> = {
  calls: () => measureCalls(world, turns, report),
  looks: async () => {
    for (const line of await measureCandidateSearch()) report(line);
  },
  streams: () => measureStreams(world, { streams, ...turns }, report),
  'slow-streams': () => measureSlowStreams(world, slow, report),
  decisions: () => measureDecisions(world, turns, report),
  soak: () => measureSoak(world, minutes, report),
};
try {
  if (before !== undefined) await measureBuilds(world, before, turns, report);
  for (const part of before === undefined ? PARTS : []) {
    if (program.args.length > 0 && !program.args.includes(part)) continue;
    await measures[part]();
    await world.stopContenders();
  }
} finally {
  await world.close();
}
