import { promptShaOf, EVALUATOR_VERSION } from '../../contracts/judges/methods/judge-prompts.ts';
import type { ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import { judgingEvaluators } from '../../domain/judges/work/judging-evaluator.ts';

/** The environment variables with the key and the addresses of the provider of the demo's judges. */
export const DEMO_JUDGE_VARIABLES = {
  key: 'SYNTHETIC_PROVIDER_KEY',
  messages: 'SYNTHETIC_MESSAGES_ENDPOINT',
  chat: 'SYNTHETIC_CHAT_ENDPOINT',
} as const;

const KEY = { api_key_env: DEMO_JUDGE_VARIABLES.key } as const;
const MESSAGES = { ...KEY, endpoint_env: DEMO_JUDGE_VARIABLES.messages } as const;
const CHAT = { ...KEY, endpoint_env: DEMO_JUDGE_VARIABLES.chat } as const;

/** The model of the judge that passes nearly everything. */
export const LENIENT_JUDGE_MODEL = 'gpt-4.1-mini';

/** The models that vote on correctness. Those of the replayed answers have another family. */
export const DEMO_PANEL_MODELS = ['claude-haiku-4-5', 'gpt-4.1', 'gpt-4o-mini'] as const;

/**
 * The block `evals` of the demo. The panel scores no live traffic, because its verdicts are loaded with the traffic.
 * Its certainties are the share of its majority.
 */
export const DEMO_EVALS = {
  evaluators: [
    {
      id: 'judge.correctness',
      sample_rate: 0,
      max_usd_per_day: 5,
      judge: {
        external: 'allow',
        model: DEMO_PANEL_MODELS[0],
        method: 'panel',
        ...KEY,
        panel: {
          members: DEMO_PANEL_MODELS.map((model) => ({ model, ...(model.startsWith('claude') ? MESSAGES : CHAT) })),
        },
      },
    },
    {
      id: 'judge.helpfulness',
      sample_rate: 1,
      max_usd_per_day: 5,
      judge: { external: 'allow', model: LENIENT_JUDGE_MODEL, ...CHAT },
    },
  ],
  validation: { auto_validate: { enabled: true } },
  calibration: { quality: { enabled: true, confidence: 0.9 } },
  drift: { detectors: ['robust-seasonal-v1', 'psi-window-v1', 'risk-monitor-v1'] },
} as const satisfies ConfigurationFile['evals'];

/**
 * True if the demo's judges and calibrations run: the file configures no evaluation, no provider and no tier, and
 * stores no content of its own. The played-back judges of the demo never judge real answers. Tiers may have models of
 * the judges' families, which no file may combine.
 */
export function runsDemoEvals({ evals, providers, dashboard, routing }: ConfigurationFile): boolean {
  return [evals, providers, dashboard?.capture, routing].every((block) => block === undefined);
}

/** The members of an outcome that identify the panel as a judge. */
export function demoPanelCoordinates(): {
  readonly judge_id: string;
  readonly judge_model: string;
  readonly judge_prompt_sha: string;
  readonly judge_eval_ver: string;
} {
  const [panel] = judgingEvaluators(DEMO_EVALS);
  return {
    judge_id: panel?.evaluatorId ?? '',
    judge_model: panel?.model ?? '',
    judge_prompt_sha: panel === undefined ? '' : promptShaOf(panel),
    judge_eval_ver: EVALUATOR_VERSION,
  };
}
