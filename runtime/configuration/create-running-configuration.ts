import type { RunningConfiguration } from '../../domain/installation/running-configuration.ts';
import { redactConfiguration } from '../../domain/installation/redact-configuration.ts';
import { isProviderKey } from '../../domain/models/key-source.ts';
import type { LoadedConfiguration } from './load-configuration-file.ts';

/** The member of an entry that names the variable of a key. */
const KEY_VARIABLE = 'api_key_env';

/**
 * The configuration that a process uses, in a form that may leave the process: the keys of the variables that the file
 * names do not occur in its text.
 * @param env the environment of the process
 */
export function createRunningConfiguration(
  { file, source }: Pick<LoadedConfiguration, 'file' | 'source'>,
  env: Readonly<Record<string, string | undefined>>,
  loadedAt: Date,
): RunningConfiguration {
  if (source === undefined) return { loadedAt, file: undefined };
  const secrets = keyVariables(file)
    .map((name) => env[name]?.trim() ?? '')
    .filter(isProviderKey);
  return { loadedAt, file: { digest: source.digest, ...redactConfiguration(source.text, secrets) } };
}

/** The variables of keys that a part of the file names. The file is bounded in size and in depth. */
function keyVariables(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
    name === KEY_VARIABLE && typeof value === 'string' ? [value] : keyVariables(value),
  );
}
