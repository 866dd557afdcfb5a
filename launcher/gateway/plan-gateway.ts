import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import { providerKeys } from '../../runtime/configuration/provider-keys.ts';
import { DEMO_ANSWER, DEMO_MODELS } from './demo-models.ts';

/** The plan for the gateway of `npm start`. */
export interface GatewayPlan {
  /** Set for its process, besides what all of them get. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables that its configuration file names. */
  readonly named: readonly string[];
  /** The file of what is played back in place of a provider; undefined where there are providers. */
  readonly answers: string | undefined;
  /** The configuration file that it runs with in place of the existing one, with all settings of that one added. */
  readonly configuration: string | undefined;
}

/** The key for the playback provider, which accepts any. */
const PLAYBACK_KEY = 'played-back';
const PLAYBACK_VARIABLE = 'PLAYBACK_KEY';

/** One for each model, so that another one is refused with the names of these. */
const ANSWERS = Object.values(DEMO_MODELS)
  .flat()
  .map((model) => ({ contains: [], model, text: DEMO_ANSWER }));

/**
 * The providers of the gateway: those of the configuration file, with their keys. If it names none, a provider that
 * plays answers back, behind a cache unless the file says otherwise.
 * @param folder for the files of the latter
 * @throws StartupFault that names every variable without a key
 */
export function planGateway(
  file: ConfigurationFile,
  { env, folder, playbackPort }: { env: NodeJS.ProcessEnv; folder: string; playbackPort: number },
): GatewayPlan {
  const { providers, cache = { enabled: true } } = file;
  if (providers !== undefined) {
    providerKeys(providers, env);
    const named = providers.flatMap(({ api_key_env: name }) => (name === undefined ? [] : [name]));
    return { env: {}, named, answers: undefined, configuration: undefined };
  }
  const origin = `http://127.0.0.1:${playbackPort}`;
  const key = { api_key_env: PLAYBACK_VARIABLE };
  const played = [
    { name: 'anthropic', wire: 'anthropic', base_url: origin, models: DEMO_MODELS.anthropic, ...key },
    { name: 'openai', wire: 'openai', base_url: `${origin}/v1`, models: DEMO_MODELS.openai, ...key },
    { name: 'google', wire: 'google', base_url: origin, models: DEMO_MODELS.google, ...key },
  ].map((provider) => ({ ...provider, priced_as: provider.name }));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [configuration, answers] = [join(folder, 'playback.yaml'), join(folder, 'answers.jsonl')];
  // JSON is YAML.
  writeFileSync(configuration, `${JSON.stringify({ ...file, providers: played, cache }, undefined, 2)}\n`);
  writeFileSync(answers, ANSWERS.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
  return {
    env: { TRUETALLY_CONFIG: configuration, [PLAYBACK_VARIABLE]: PLAYBACK_KEY },
    named: [PLAYBACK_VARIABLE],
    answers,
    configuration,
  };
}
