import { execFileSync } from 'node:child_process';
import { median, ratioText } from '../reports/spread.ts';
import type { GatewayBenchWorld } from './gateway-bench-world.ts';
import { JournalTally } from './journal-tally.ts';
import type { CallRounds } from './measure-calls.ts';
import { AT_ONCE, lasting, sameBytes, send, takeTurn, turnsOf, type Turns } from './turns.ts';

/** Seconds of load before a process is measured. */
const WARM_SECONDS = 3;

/** Prints where the bundled gateway of the project lies in whose folder it runs. */
const BUNDLE = `import('./runtime/programs.mjs').then(async (programs) => {
  await programs.bundlePrograms();
  console.log(programs.programFile('proxy/main.ts'));
});`;

/** A build of the gateway, and the turns of each process of it. */
interface Build {
  readonly name: string;
  /** Undefined for this project. */
  readonly program: string | undefined;
  readonly turns: Turns[];
}

/**
 * Compares the gateway of this project with that of another checkout, whose dependencies are installed. In each round a
 * process of each build, and a second one of this project, start, take turns and end: two processes of one build can
 * differ by a tenth for as long as they live. Reports the ratios of calls a second and of processor time, with the 95 %
 * interval of the median. The ratio between the two equal builds shows the noise.
 */
export async function measureBuilds(
  world: GatewayBenchWorld,
  other: string,
  { seconds, rounds }: CallRounds,
  report: (line: string) => void,
): Promise<void> {
  const program = execFileSync(process.execPath, ['-e', BUNDLE], { cwd: other, encoding: 'utf8' }).trim();
  const before: Build = { name: 'before', program, turns: [] };
  const [after, again] = ['after', 'again'].map((name): Build => ({ name, program: undefined, turns: [] }));
  const builds = [before, after!, again!];
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < builds.length; turn += 1)
      await measureProcess(world, builds[(turn + round) % builds.length]!, round, seconds);
  }
  report(
    `\n${seconds} s in each of ${rounds} processes of each build, ${AT_ONCE} at once, in turns; each call has its row`,
  );
  report(
    `before ${median(figuresOf(before, 'perSecond')).toFixed(0)} a second, after ${median(figuresOf(after!, 'perSecond')).toFixed(0)}`,
  );
  report(lineOf('after / before', after!, before));
  report(lineOf('again / before', again!, before));
  report(lineOf('again / after (the same build)', again!, after!));
}

async function measureProcess(world: GatewayBenchWorld, build: Build, round: number, seconds: number): Promise<void> {
  const gateway = await world.startGateway(`${build.name} ${round}`, {}, build.program);
  const turns = turnsOf(gateway, { authorization: `Bearer ${world.token}` }, sameBytes);
  // Code that is not compiled yet takes several times as long.
  await send(turns, AT_ONCE, lasting(WARM_SECONDS));
  await takeTurn(turns, seconds);
  new JournalTally(gateway.journal).requireRequests(turns.sent);
  build.turns.push(turns);
  await world.stopContenders();
}

function figuresOf({ turns }: Build, figure: 'perSecond' | 'cpuMicros' | 'aloneMicros'): number[] {
  return turns.flatMap((each) => each[figure]);
}

function lineOf(name: string, one: Build, other: Build): string {
  const ofTime = (figure: 'cpuMicros' | 'aloneMicros'): string =>
    ratioText(figuresOf(one, figure), figuresOf(other, figure));
  return [
    name.padEnd(32),
    `time of a call ${ratioText(figuresOf(other, 'perSecond'), figuresOf(one, 'perSecond'))}`,
    `processor time ${ofTime('cpuMicros')}`,
    `time alone ${ofTime('aloneMicros')}`,
  ].join('  ');
}
