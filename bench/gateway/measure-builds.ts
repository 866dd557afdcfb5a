import { execFileSync } from 'node:child_process';
import { basename, resolve } from 'node:path';
import { median, ratioText } from '../reports/spread.ts';
import type { Gateway, GatewayBenchWorld } from './gateway-bench-world.ts';
import { JournalTally } from './journal-tally.ts';
import type { CallRounds } from './measure-calls.ts';
import {
  CONCURRENT_CALLS,
  requirePlainAnswer,
  sendCalls,
  measureTurn,
  createContenderRounds,
  type ContenderRounds,
} from './turns.ts';

/** The number of warm-up calls of a process: V8 compiles its last code after some ten thousand. */
const WARM_CALLS = 20_000;
/** The number of turns of a process in a round. */
const TURNS = 6;

/** A script for the root of a checkout: prints the file of its bundled gateway, and its flags of Node. */
const DESCRIBE = `
  const flags = async (file) => (await import('./' + file)).NODE_FLAGS.proxy;
  const { bundlePrograms, programFile } = await import('./runtime/programs.mjs');
  await bundlePrograms();
  // The second path is that of versions up to 0.1.0.
  const proxy = await flags('launcher/processes/node-flags.ts').catch(() => flags('launcher/node-flags.ts'));
  console.log(JSON.stringify({ program: programFile('proxy/main.ts'), flags: proxy }));`;

/** A build of the gateway, with the median figures of each of its processes. */
interface Build {
  readonly name: string;
  readonly program: string;
  readonly flags: readonly string[];
  readonly processes: Record<Figure, number>[];
}

type Figure = 'perSecond' | 'cpuMicros' | 'aloneMicros';

/**
 * Compares this gateway with those of other checkouts, whose dependencies are installed. Each round starts one process
 * of each build, and a second process of this project. All of them first answer the same number of calls. Then they
 * take short turns, so that changes of the machine's speed affect all of them. The function reports the ratios of calls
 * per second and of processor time, with the 95 % interval of the median over the rounds. The ratio of the two equal
 * builds shows the noise.
 */
export async function measureBuilds(
  world: GatewayBenchWorld,
  others: readonly string[],
  { seconds, rounds }: CallRounds,
  report: (line: string) => void,
): Promise<void> {
  const after = describeBuild('after', '.');
  const again: Build = { ...after, name: 'again', processes: [] };
  const before = others.map((folder) => describeBuild(basename(resolve(folder)), folder));
  const builds = [after, ...before, again];
  for (let round = 0; round < rounds; round += 1) {
    await measureRound(world, inTurn(builds, round), round, seconds);
    report(`round ${round + 1}: ${builds.map((build) => `${build.name} ${lastOf(build).toFixed(0)}`).join(', ')} µs`);
  }
  report(
    `\n${rounds} processes of each build, ${TURNS} turns of ${seconds} s, ${CONCURRENT_CALLS} at once; each call has its row`,
  );
  for (const build of builds) {
    report(`${build.name.padEnd(32)}${median(figuresOf(build, 'perSecond')).toFixed(0)} calls a second`);
  }
  for (const other of before) {
    report(lineOf(`after / ${other.name}`, after, other));
    report(lineOf(`again / ${other.name}`, again, other));
  }
  report(lineOf('again / after (the same build)', again, after));
}

function describeBuild(name: string, folder: string): Build {
  const printed = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', DESCRIBE], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { program, flags } = JSON.parse(printed) as Pick<Build, 'program' | 'flags'>;
  return { name, program, flags, processes: [] };
}

async function measureRound(
  world: GatewayBenchWorld,
  builds: readonly Build[],
  round: number,
  seconds: number,
): Promise<void> {
  const started: { build: Build; gateway: Gateway; turns: ContenderRounds }[] = [];
  for (const build of builds) {
    const gateway = await world.startGateway(`${build.name} ${round}`, {}, build);
    const turns = createContenderRounds(gateway, { authorization: `Bearer ${world.token}` }, requirePlainAnswer);
    await sendCalls(turns, CONCURRENT_CALLS, () => turns.sent < WARM_CALLS);
    started.push({ build, gateway, turns });
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const { turns } of inTurn(started, turn)) await measureTurn(turns, seconds);
  }
  for (const { build, gateway, turns } of started) {
    new JournalTally(gateway.journal).requireRequests(turns.sent);
    build.processes.push({
      perSecond: median(turns.perSecond),
      cpuMicros: median(turns.cpuMicros),
      aloneMicros: median(turns.aloneMicros),
    });
  }
  await world.stopContenders();
}

/** The members, rotated so that each member is first in its turn. */
function inTurn<Member>(members: readonly Member[], turn: number): Member[] {
  const first = turn % members.length;
  return [...members.slice(first), ...members.slice(0, first)];
}

function lastOf({ processes }: Build): number {
  return processes.at(-1)?.cpuMicros ?? Number.NaN;
}

function figuresOf({ processes }: Build, figure: Figure): number[] {
  return processes.map((each) => each[figure]);
}

function lineOf(name: string, one: Build, other: Build): string {
  const ofTime = (figure: Figure): string => ratioText(figuresOf(one, figure), figuresOf(other, figure));
  return [
    name.padEnd(32),
    `time of a call ${ratioText(figuresOf(other, 'perSecond'), figuresOf(one, 'perSecond'))}`,
    `processor time ${ofTime('cpuMicros')}`,
    `time alone ${ofTime('aloneMicros')}`,
  ].join('  ');
}
