import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTruetallyClient } from '../../clients/typescript/truetally-client.ts';
import { createProgram, runProgram } from '../../runtime/commands/program.ts';
import { ensurePythonWith } from '../support/python-tool.ts';
import { until } from '../support/until.ts';
import { CALLS, type SentCall } from './calls.ts';
import { factsOf, type CallFacts } from './facts-of.ts';
import { LOG_SECONDS, startLitellmProxy } from './litellm-proxy.ts';
import { nativeEvents } from './native-calls.ts';
import {
  ANYTHING,
  isLeftOutByNode,
  saidByLitellm,
  saidByNode,
  saidByPython,
  type SaidOtherwise,
} from './said-otherwise.ts';
import { readRecordedCalls } from './recorded-calls.ts';
import { createSendersPlace, type SenderPlace, type SendersPlace } from './senders-place.ts';

const run = promisify(execFile);
const OUTSIDE = join(import.meta.dirname, '..', 'outside', 'senders');
const INSTALLED = join(import.meta.dirname, '..', '..', '.cache', 'senders');
const KEY = 'any-eight-characters';

const CLIENTS = ['openai==2.54.0', 'anthropic==2.12.0'];
const INSTRUMENTED = [
  ...CLIENTS,
  ...['opentelemetry-sdk==1.45.2', 'opentelemetry-exporter-otlp-proto-http==1.45.2'],
  ...['opentelemetry-instrumentation-openai==0.62.4', 'opentelemetry-instrumentation-anthropic==0.62.4'],
];
const LITELLM = ['litellm[proxy]==1.106.2', 'anthropic==2.12.0'];

const RECORDED = readRecordedCalls();
const ALL = [...CALLS, ...[...RECORDED.values()].map(({ call }) => call)];

interface Sender {
  readonly name: string;
  readonly saidOtherwise: SaidOtherwise;
  /** Whether it says nothing at all of a call. */
  readonly leavesOut?: (call: SentCall) => boolean;
  /** Makes all calls, and returns once what tells of them is sent. */
  make(place: SendersPlace, to: SenderPlace): Promise<void>;
}

const SENDERS: readonly Sender[] = [
  {
    name: 'OpenTelemetry for Python, clients instrumented by OpenLLMetry',
    saidOtherwise: saidByPython,
    make: (place, to) =>
      call([ensurePythonWith(INSTRUMENTED), 'calls.py'], { ...toProvider(place), instrumented: true }, spansTo(to)),
  },
  {
    name: 'OpenTelemetry for Node, clients instrumented by OpenLLMetry',
    saidOtherwise: saidByNode,
    leavesOut: isLeftOutByNode,
    make: (place, to) => {
      installNode();
      return call([process.execPath, join(INSTALLED, 'calls.mjs')], toProvider(place), spansTo(to));
    },
  },
  {
    name: 'LiteLLM, a proxy with its callback generic_api',
    saidOtherwise: saidByLitellm,
    async make(place, to) {
      const python = ensurePythonWith(LITELLM);
      const proxy = await startLitellmProxy(join(python, '..', 'litellm'), place.provider, ALL, to);
      try {
        await call([python, 'calls.py'], { ...toProvider(place), ...proxy, instrumented: false }, {});
        const areIn = async (): Promise<boolean> => {
          await place.indexAll();
          return (await factsOf(place.ports.clickhouse, to.environmentId)).length === ALL.length;
        };
        // What is missing after that is told with all else that differs.
        await until(areIn, 2 * LOG_SECONDS).catch(() => undefined);
      } finally {
        await proxy.stop();
      }
    },
  },
];

function installNode(): void {
  mkdirSync(INSTALLED, { recursive: true });
  for (const name of ['package.json', 'calls.mjs']) copyFileSync(join(OUTSIDE, name), join(INSTALLED, name));
  if (existsSync(join(INSTALLED, 'node_modules', 'openai'))) return;
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: INSTALLED, stdio: 'inherit' });
}

function toProvider({ provider }: SendersPlace) {
  return { provider, origin: provider, key: KEY, calls: ALL };
}

function spansTo({ traffic, token }: SenderPlace): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${traffic}/otlp/v1/traces`,
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: `Authorization=Bearer%20${token}`,
    TRACELOOP_TRACE_CONTENT: 'false',
  };
}

async function call(
  [command, program]: readonly [string, string],
  asked: object,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const options = { cwd: OUTSIDE, env: { PATH: process.env['PATH'], ...env } };
  const running = run(command, [program], options);
  running.child.stdin?.end(JSON.stringify(asked));
  const { stderr } = await running;
  if (stderr !== '') process.stderr.write(stderr);
}

/** Each column in which a sender's facts are not what they should be, as a sentence. */
function differences(
  { saidOtherwise, leavesOut = () => false }: Sender,
  truth: readonly CallFacts[],
  told: readonly CallFacts[],
): string[] {
  const expected = ALL.map((of, index) => ({ of, facts: { ...truth[index], ...saidOtherwise(of) } as CallFacts }));
  const said = expected.filter(({ of }) => !leavesOut(of));
  if (told.length !== said.length) return [`${told.length} calls came in, not ${said.length}`];
  return said.flatMap(({ of, facts }, index) => differing(of, facts, told[index]!));
}

function differing({ wire, model, streaming, fault }: SentCall, expected: CallFacts, told: CallFacts): string[] {
  const call = `${wire} ${model}${streaming ? ' streamed' : ''}, ${fault ?? 'answered'}`;
  return [...new Set([...Object.keys(expected), ...Object.keys(told)])]
    .filter((column) => expected[column] !== ANYTHING && told[column] !== expected[column])
    .map((column) => `${call}: ${column} is ${String(told[column])}, not ${String(expected[column])}`);
}

async function compare(): Promise<void> {
  const place = await createSendersPlace(RECORDED);
  try {
    const native = await place.addSender();
    await createTruetallyClient({ baseUrl: native.origin, ...native }).traffic.send(nativeEvents(ALL));
    const places: SenderPlace[] = [];
    for (const sender of SENDERS) {
      process.stderr.write(`${sender.name} …\n`);
      const to = await place.addSender();
      places.push(to);
      await sender.make(place, to);
    }
    await place.indexAll();
    const once = await Promise.all(
      [native, ...places].map((each) => factsOf(place.ports.clickhouse, each.environmentId)),
    );
    const requests = await place.sendAgain();
    await place.indexAll();
    const twice = await Promise.all(
      [native, ...places].map((each) => factsOf(place.ports.clickhouse, each.environmentId)),
    );
    const [truth = [], ...told] = once;
    if (requests < SENDERS.length) throw new Error(`Only ${requests} requests were sent.`);
    const found = SENDERS.map((sender, index) => ({
      name: sender.name,
      faults: differences(sender, truth, told[index]!),
    }));
    if (JSON.stringify(twice) !== JSON.stringify(once))
      found.push({ name: 'All of them', faults: ['when it was sent again, facts changed'] });
    const { rows } = await place.pool.query<{ reason: string; detail: string }>(
      'SELECT reason, detail FROM ingest_quarantine',
    );
    if (rows.length > 0) found.push({ name: 'All of them', faults: rows.map(({ detail }) => `set aside: ${detail}`) });
    for (const { name, faults } of found) {
      console.log(`${faults.length === 0 ? 'the same facts' : 'OTHER FACTS   '}  ${name}`);
      for (const fault of faults) console.log(`  ${fault}`);
    }
    console.log(`${ALL.length} calls each; ${requests} requests were sent again`);
    if (found.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
  } finally {
    await place.drop();
  }
}

await runProgram(
  createProgram(
    'npm run senders',
    'Makes the same calls with instrumented clients of OpenAI and Anthropic and through LiteLLM, and compares each of their facts with those of our own format.',
  ).action(compare),
  'The senders are installed from the registries of Python and Node, and need Python 3.10 or newer.',
);
