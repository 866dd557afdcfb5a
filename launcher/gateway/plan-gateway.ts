import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import { providerKeys } from '../../runtime/configuration/provider-keys.ts';
import { replayedAnswers } from '../demo/demo-questions.ts';
import { DEMO_LIMIT } from './demo-limit.ts';
import { DEMO_ANSWER, DEMO_MODELS } from './demo-models.ts';

/** The plan for the gateway of `npm start`. */
export interface GatewayPlan {
  /** The variables of its process, in addition to those of all services. */
  readonly env: Readonly<Record<string, string>>;
  /** The variables that its configuration file names. */
  readonly named: readonly string[];
  /** The file of answers for the playback provider; undefined if real providers are configured. */
  readonly answers: string | undefined;
  /**
   * The configuration file that replaces the existing one and includes all of its settings; undefined to use the
   * existing file.
   */
  readonly configuration: string | undefined;
  /** The settings of the file that the gateway uses. */
  readonly file: ConfigurationFile;
  /** The address of the playback provider; undefined if real providers are configured. */
  readonly playbackUrl: string | undefined;
}

/** The key for the playback provider, which accepts any key. */
const PLAYBACK_KEY = 'played-back';
const PLAYBACK_VARIABLE = 'PLAYBACK_KEY';

/**
 * One answer for each model, so that a request for another model is refused with their names. The answers to the
 * questions of the demo take precedence.
 */
const ANSWERS = [
  ...Object.values(DEMO_MODELS)
    .flat()
    .map((model) => ({ contains: [], model, text: DEMO_ANSWER })),
  ...replayedAnswers(),
];

/**
 * Plans the providers of the gateway: those of the configuration file, with their keys. If it names none, the gateway
 * uses the playback provider, behind a cache, records what callers state, and has one limit, unless the file states
 * otherwise.
 * @param folder the folder for the files of the playback provider
 * @throws StartupFault that names every variable without a key
 */
export function planGateway(
  file: ConfigurationFile,
  { env, folder, playbackPort }: { env: NodeJS.ProcessEnv; folder: string; playbackPort: number },
): GatewayPlan {
  const { providers, cache = { enabled: true }, ledger = { dimensions: { enabled: true } } } = file;
  if (providers !== undefined) {
    providerKeys(providers, env);
    const named = providers.flatMap(({ api_key_env: name }) => (name === undefined ? [] : [name]));
    return { env: {}, named, answers: undefined, configuration: undefined, file, playbackUrl: undefined };
  }
  const origin = `http://127.0.0.1:${playbackPort}`;
  const addresses = { anthropic: origin, openai: `${origin}/v1`, google: origin };
  const played = (['anthropic', 'openai', 'google'] as const).map((name) => ({
    ...{ name, wire: name, base_url: addresses[name], models: [...DEMO_MODELS[name]] },
    ...{ api_key_env: PLAYBACK_VARIABLE, priced_as: name },
  }));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [configuration, answers] = [join(folder, 'playback.yaml'), join(folder, 'answers.jsonl')];
  // JSON is YAML.
  const planned = { ...file, providers: played, cache, ledger, ...governanceOf({ ...file, ledger }) };
  writeFileSync(configuration, `${JSON.stringify(planned, undefined, 2)}\n`);
  writeFileSync(answers, ANSWERS.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
  return {
    env: { TRUETALLY_CONFIG: configuration, [PLAYBACK_VARIABLE]: PLAYBACK_KEY },
    named: [PLAYBACK_VARIABLE],
    answers,
    configuration,
    file: planned,
    playbackUrl: origin,
  };
}

/** The limits of the file, or else the demo's limit. It is on a tag, so it needs a ledger that records tags. */
function governanceOf({ governance, ledger }: ConfigurationFile): Pick<ConfigurationFile, 'governance'> {
  if (governance !== undefined) return { governance };
  return ledger?.dimensions?.enabled === true ? { governance: { limits: [DEMO_LIMIT] } } : {};
}
