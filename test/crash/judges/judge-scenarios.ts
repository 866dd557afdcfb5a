import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrafficEvent } from '../../../clients/typescript/wire.ts';
import type { OutcomeMetric } from '../../../domain/judges/evaluators.ts';
import { startPlaybackProvider, type PlaybackProvider } from '../../../testing/comparisons/playback-provider.ts';
import { BASELINE_MODEL, CANDIDATE_MODEL, JUDGE_MODEL } from '../../../testing/comparisons/started-run.ts';
import { retryUntilAnswered } from '../../../testing/scenarios/retry-until-answered.ts';
import type { ScenarioOutcome, Scenario, Stage } from '../../../testing/scenarios/scenario.ts';
import { findJudgingFaults, triggerJudges, waitUntilJudgeable } from './find-judging-faults.ts';
import { answeredRequest, openJudgedWorkspace } from './judged-workspace.ts';

/**
 * Every step from the read of traffic to the verdict. Each step has a separate metric, because an evaluator reads an
 * arrival only once.
 */
const FAULT_POINTS = {
  'judging.before_take_on': 'correctness',
  'judging.after_take_on': 'groundedness',
  'judging.after_reserve': 'helpfulness',
  'judging.before_settle': 'relevance',
  'judging.after_settle': 'safety',
} as const satisfies Record<string, OutcomeMetric>;

const REQUESTS = 6;
const usage = { input_tokens: 20, output_tokens: 5 };
const answer = (verdict: string, model: string, part: string) => ({
  ...{ contains: [part], model, usage },
  structured: { reason: 'So.', verdict },
});

/** Two panel members pass everything, and the third fails odd numbers. The panel is split on odd numbers. */
const ANSWERS = [
  answer('pass', BASELINE_MODEL, 'request'),
  answer('pass', CANDIDATE_MODEL, 'request'),
  answer('fail', JUDGE_MODEL, 'is odd'),
  answer('pass', JUDGE_MODEL, 'request'),
];

/**
 * Panels in progress whose worker is killed. No call is paid twice, no verdict lacks its cost, and each request has one
 * verdict.
 */
export const JUDGE_SCENARIOS: readonly Scenario[] = Object.entries(FAULT_POINTS).map(([point, metric]) => ({
  name: `judges: worker killed at ${point}`,
  play: (stage) => judgedWhile(stage, point, metric),
}));

async function judgedWhile(stage: Stage, point: string, metric: OutcomeMetric): Promise<ScenarioOutcome> {
  const { world } = stage;
  const provider = await startPlaybackProvider(ANSWERS, { latency_ms: 50, faults: [] });
  const folder = mkdtempSync(join(tmpdir(), 'truetally-judges-'));
  const evaluatorId = `judge.${metric}`;
  try {
    const env = environmentOf(provider, folder, evaluatorId);
    await world.kill('api');
    await world.start('api', env);
    const workspaceId = await sendRequests(stage);
    await world.kill('worker');
    await world.start('worker', { ...env, TRUETALLY_FAULT_POINT: point });
    const judged = { evaluatorId, workspaceId, requests: REQUESTS };
    await waitUntilJudgeable(stage, judged);
    await triggerJudges(stage);
    await world.ended('worker');
    await world.start('worker', env);
    return { runs: [], faults: await findJudgingFaults(stage, provider, judged) };
  } finally {
    for (const name of ['worker', 'api'] as const) {
      await world.kill(name);
      await world.start(name);
    }
    await provider.close();
    rmSync(folder, { recursive: true });
  }
}

function environmentOf(provider: PlaybackProvider, folder: string, evaluatorId: string) {
  const seat = (model: string, at: string): string =>
    `{ model: ${model}, api_key_env: JUDGE_KEY, endpoint_env: ${at} }`;
  const path = join(folder, 'configuration.yaml');
  writeFileSync(
    path,
    `dashboard: { capture: { request: true, response: true, path: ${join(folder, 'content')} } }
evals:
  evaluators:
    - id: ${evaluatorId}
      sample_rate: 1
      max_usd_per_day: 100
      judge:
        external: allow
        model: panel
        api_key_env: JUDGE_KEY
        method: panel
        panel: { members: [${seat(BASELINE_MODEL, 'JUDGE_MESSAGES')}, ${seat(JUDGE_MODEL, 'JUDGE_CHAT')}, ${seat(CANDIDATE_MODEL, 'JUDGE_MESSAGES')}] }
`,
  );
  return {
    TRUETALLY_CONFIG: path,
    JUDGE_KEY: 'any-eight-characters',
    JUDGE_MESSAGES: provider.endpoint,
    JUDGE_CHAT: `${provider.endpoint}/v1`,
  };
}

/** Sends requests with their content in a separate workspace. */
async function sendRequests(stage: Stage): Promise<string> {
  const { workspaceId, client } = await openJudgedWorkspace(stage);
  const at = new Date().toISOString();
  const events = Array.from({ length: REQUESTS }, (_, number): TrafficEvent[] => {
    const id = `${workspaceId}-${number}`;
    const about = { schema: 1, logical_request_id: id, admitted_at: at } as const;
    const answered = `It is ${['even', 'odd'][number % 2]}.`;
    return [answeredRequest(id, at), { event: 'content', ...about, request: `Is ${number} odd?`, response: answered }];
  });
  const receipt = await retryUntilAnswered(() => client.traffic.send(events.flat()));
  if (receipt.refused > 0) throw new Error(`${receipt.refused} lines were refused`);
  return workspaceId;
}
