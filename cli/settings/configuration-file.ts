import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { usageFault } from '../output/command-fault.ts';
import type { Environment } from './environment.ts';
import { KEYS, SETTINGS, type KeyKind, type SettingName } from './setting-names.ts';

/** A reference to a key: a variable, a file with one line, or a command that prints it. */
export type KeyReference =
  | { readonly env: string }
  | { readonly file: string }
  | { readonly command: readonly string[] };

/** A named set of addresses, ids and references to keys. */
export interface Profile {
  readonly settings: Readonly<Partial<Record<SettingName, string>>>;
  readonly keys: Readonly<Partial<Record<KeyKind, KeyReference>>>;
}

/** The configuration file of `tt`. */
export interface ConfigurationFile {
  readonly path: string;
  /** The profile that applies if none is named. */
  readonly current: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const MAX_BYTES = 262_144;

/** The path of the configuration file, which need not exist. */
export function configurationPath(env: Environment): string {
  const named = env['TRUETALLY_CLI_CONFIG'];
  if (named !== undefined && named !== '') return named;
  const folder = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config');
  return join(folder, 'truetally', 'config.yaml');
}

/**
 * The configuration file; without profiles if it does not exist.
 *
 * @throws CommandFault `usage` if it cannot be read
 */
export async function readConfigurationFile(env: Environment): Promise<ConfigurationFile> {
  const path = configurationPath(env);
  const text = readText(path);
  if (text === undefined) return { path, current: undefined, profiles: {} };
  const { parseYaml } = await import('./yaml.ts');
  let parsed: unknown;
  try {
    parsed = parseYaml(text);
  } catch (error) {
    throw invalid(path, `it is not valid YAML: ${(error as Error).message.split('\n')[0] ?? ''}`);
  }
  return fileFrom(path, parsed ?? {});
}

function readText(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    if (text.length > MAX_BYTES) throw invalid(path, `it is larger than ${MAX_BYTES} bytes`);
    return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === undefined) throw error;
    throw invalid(path, `it cannot be read (${code})`);
  }
}

function fileFrom(path: string, document: unknown): ConfigurationFile {
  const { profile, profiles = {}, ...others } = objectAt(path, '', document);
  refuseUnknown(path, '', others);
  if (profile !== undefined && typeof profile !== 'string') throw invalid(path, '`profile` is not a text');
  const read = Object.entries(objectAt(path, 'profiles', profiles)).map(
    ([name, value]) => [name, profileFrom(path, `profiles.${name}`, value)] as const,
  );
  return { path, current: profile, profiles: Object.fromEntries(read) };
}

function profileFrom(path: string, at: string, value: unknown): Profile {
  const members = new Map(Object.entries(objectAt(path, at, value)));
  const settings: Partial<Record<SettingName, string>> = {};
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    const text = take(members, name);
    if (text !== undefined) settings[name] = requireText(path, `${at}.${name}`, text);
  }
  const keys: Partial<Record<KeyKind, KeyReference>> = {};
  for (const kind of Object.keys(KEYS) as KeyKind[]) {
    const references = keyReferences(path, at, kind, members);
    if (references.length > 1) throw invalid(path, `\`${at}\` has several references to the ${KEYS[kind].name}`);
    const [reference] = references;
    if (reference !== undefined) keys[kind] = reference;
  }
  refuseUnknown(path, at, Object.fromEntries(members));
  return { settings, keys };
}

/** The references `<kind>_key_env`, `<kind>_key_file` and `<kind>_key_command`, which are removed from the members. */
function keyReferences(path: string, at: string, kind: KeyKind, members: Map<string, unknown>): KeyReference[] {
  const [env, file, command] = (['env', 'file', 'command'] as const).map((way) => take(members, `${kind}_key_${way}`));
  return [
    ...(env === undefined ? [] : [{ env: requireText(path, `${at}.${kind}_key_env`, env) }]),
    ...(file === undefined ? [] : [{ file: requireText(path, `${at}.${kind}_key_file`, file) }]),
    ...(command === undefined ? [] : [{ command: requireWords(path, `${at}.${kind}_key_command`, command) }]),
  ];
}

function take(members: Map<string, unknown>, name: string): unknown {
  const value = members.get(name);
  members.delete(name);
  return value;
}

function requireText(path: string, at: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw invalid(path, `\`${at}\` is not a text`);
  return value;
}

function requireWords(path: string, at: string, value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || !value.every((word) => typeof word === 'string'))
    throw invalid(path, `\`${at}\` is not a list of the words of a command`);
  return value;
}

function refuseUnknown(path: string, at: string, members: object): void {
  const [name] = Object.keys(members);
  if (name === undefined) return;
  const place = at === '' ? name : `${at}.${name}`;
  const isKey = /key|token|secret|password/i.test(name);
  throw invalid(
    path,
    isKey
      ? `\`${place}\` is not a setting; a profile refers to keys by \`management_key_env\`, \`management_key_file\` or \`management_key_command\``
      : `\`${place}\` is not a setting`,
  );
}

function objectAt(path: string, at: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(path, at === '' ? 'it is not a mapping' : `\`${at}\` is not a mapping`);
  return value as Record<string, unknown>;
}

function invalid(path: string, why: string): Error {
  return usageFault(`The configuration file ${path} is not valid: ${why}.`, 'tt help profiles');
}
