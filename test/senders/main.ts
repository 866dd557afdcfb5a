import { createTruetallyClient } from '../../clients/typescript/truetally-client.ts';
import { createProgram, runProgram } from '../../runtime/commands/program.ts';
import { ALL_CALLS, RECORDED_CALLS } from './all-calls.ts';
import type { SentCall } from './calls.ts';
import { readCallFacts, type CallFacts } from './read-call-facts.ts';
import { nativeEvents } from './native-calls.ts';
import { ANYTHING } from './expected-differences.ts';
import type { Sender } from './sender.ts';
import { SENDERS } from './senders.ts';
import { createSendersWorld, type SenderWorld } from './senders-world.ts';

/** The columns in which a sender's facts differ from the expected facts, as sentences. */
function differences(
  { saidOtherwise, leavesOut = () => false }: Sender,
  truth: readonly CallFacts[],
  arrived: readonly CallFacts[],
): string[] {
  const expected = ALL_CALLS.map((of, index) => ({
    of,
    facts: { ...truth[index], ...saidOtherwise(of) } as CallFacts,
  }));
  const compared = expected.filter(({ of }) => !leavesOut(of));
  if (arrived.length !== compared.length) return [`${arrived.length} calls arrived, not ${compared.length}`];
  return compared.flatMap(({ of, facts }, index) => differing(of, facts, arrived[index]!));
}

function differing({ wire, model, streaming, fault }: SentCall, expected: CallFacts, arrived: CallFacts): string[] {
  const call = `${wire} ${model}${streaming ? ' streamed' : ''}, ${fault ?? 'answered'}`;
  return [...new Set([...Object.keys(expected), ...Object.keys(arrived)])]
    .filter((column) => expected[column] !== ANYTHING && arrived[column] !== expected[column])
    .map((column) => `${call}: ${column} is ${String(arrived[column])}, not ${String(expected[column])}`);
}

async function compare(words: readonly string[]): Promise<void> {
  const senders = SENDERS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (senders.length === 0) throw new Error(`No sender has ${words.join(' or ')} in its name.`);
  const world = await createSendersWorld(RECORDED_CALLS);
  try {
    const native = await world.addSender(true);
    await createTruetallyClient({ baseUrl: native.origin, ...native }).traffic.send(nativeEvents(ALL_CALLS));
    const places: SenderWorld[] = [];
    for (const sender of senders) {
      process.stderr.write(`${sender.name} …\n`);
      const to = await world.addSender(sender.statesCosts === true);
      places.push(to);
      await sender.make(world, to);
    }
    await world.indexAll();
    const once = await Promise.all(
      [native, ...places].map((each) => readCallFacts(world.ports.clickhouse, each.environmentId)),
    );
    const requests = await world.sendAgain();
    await world.indexAll();
    const twice = await Promise.all(
      [native, ...places].map((each) => readCallFacts(world.ports.clickhouse, each.environmentId)),
    );
    const [truth = [], ...arrived] = once;
    if (requests < senders.length) throw new Error(`Only ${requests} requests were sent.`);
    const found = senders.map((sender, index) => ({
      name: `${sender.name}: ${arrived[index]!.length} calls`,
      faults: differences(sender, truth, arrived[index]!),
    }));
    if (JSON.stringify(twice) !== JSON.stringify(once))
      found.push({ name: 'all senders', faults: ['facts changed after the traffic was sent again'] });
    const { rows } = await world.pool.query<{ reason: string; detail: string }>(
      'SELECT reason, detail FROM ingest_quarantine',
    );
    const quarantined = rows.map(({ detail }) => `quarantined: ${detail}`);
    if (quarantined.length > 0) found.push({ name: 'all senders', faults: quarantined });
    for (const { name, faults } of found) {
      console.log(`${faults.length === 0 ? 'equal facts    ' : 'DIFFERENT FACTS'}  ${name}`);
      for (const fault of faults) console.log(`  ${fault}`);
    }
    console.log(`${requests} requests were sent again`);
    if (found.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
  } finally {
    await world.drop();
  }
}

await runProgram(
  createProgram(
    'npm run senders',
    'Makes the same calls with instrumented clients, frameworks and LiteLLM, and compares their facts with those of our own format.',
  )
    .argument('[words...]', 'words in the names of senders; by default all senders')
    .action(compare),
  'The senders are installed from the registries of Python and Node, and need Python 3.10 or newer, and Linux on x64.',
);
