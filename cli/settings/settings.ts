import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { usageFault } from '../output/command-fault.ts';
import type { Environment } from './environment.ts';
import type { ConfigurationFile, KeyReference, Profile } from './configuration-file.ts';
import { findLocalInstallation } from './local-installation.ts';
import { KEYS, SETTINGS, type KeyKind, type SettingName } from './setting-names.ts';

/** The value of a setting, and the place that it comes from. */
export interface FoundSetting {
  readonly value: string;
  /** The place for people, such as `TRUETALLY_BASE_URL` or `profile prod`. */
  readonly origin: string;
}

/**
 * The addresses, ids and keys of a command. The environment comes before the profile, and the profile before a local
 * installation.
 */
export interface Settings {
  /** The name of the profile in use. */
  readonly profile: string | undefined;
  find(name: SettingName): FoundSetting | undefined;
  /** @throws CommandFault `usage` that names every way to set it */
  require(name: SettingName): string;
  /** The place of a key, without reading it; undefined if there is none. */
  keyOrigin(kind: KeyKind): string | undefined;
  /**
   * Reads a key.
   *
   * @throws CommandFault `usage` if there is none, or if it has another form
   */
  readKey(kind: KeyKind): string;
}

interface SettingsParts {
  readonly env: Environment;
  readonly cwd: string;
  readonly file: ConfigurationFile;
  /** The name from `--profile`. */
  readonly profile: string | undefined;
}

/**
 * The settings of a command.
 *
 * @throws CommandFault `usage` if the named profile does not exist
 */
export function createSettings({ env, cwd, file, profile: named }: SettingsParts): Settings {
  const name = named ?? (env['TRUETALLY_PROFILE'] || file.current);
  const profile = name === undefined ? undefined : requireProfile(file, name);
  // A named profile describes another installation completely, so the local one is not mixed in.
  const local = profile === undefined ? findLocalInstallation(env, cwd) : undefined;
  const find = (setting: SettingName): FoundSetting | undefined => {
    const { variable } = SETTINGS[setting];
    const stated = env[variable];
    if (stated !== undefined && stated !== '') return { value: stated, origin: variable };
    const ofProfile = profile?.settings[setting];
    if (ofProfile !== undefined) return { value: ofProfile, origin: `profile ${name ?? ''}` };
    const ofLocal = local?.settings[setting];
    return ofLocal === undefined ? undefined : { value: ofLocal, origin: local?.path ?? '' };
  };
  const keyOrigin = (kind: KeyKind): string | undefined => {
    const { variable } = KEYS[kind];
    if ((env[variable] ?? '') !== '') return variable;
    const reference = profile?.keys[kind];
    if (reference !== undefined) return `profile ${name ?? ''}: ${referenceText(reference)}`;
    return local?.keys[kind] === undefined ? undefined : local.path;
  };
  return {
    profile: name,
    find,
    require: (setting) => {
      const found = find(setting);
      if (found === undefined) throw missingSetting(setting);
      return found.value;
    },
    keyOrigin,
    readKey: (kind) => {
      const stated = env[KEYS[kind].variable];
      const reference = profile?.keys[kind];
      if (stated !== undefined && stated !== '') return stated;
      if (reference !== undefined) return readReference(reference, env);
      const ofLocal = local?.keys[kind];
      if (ofLocal === undefined) throw missingKey(kind);
      return ofLocal;
    },
  };
}

function requireProfile(file: ConfigurationFile, name: string): Profile {
  const profile = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined;
  if (profile !== undefined) return profile;
  const names = Object.keys(file.profiles);
  throw usageFault(
    `The profile ${JSON.stringify(name)} does not exist in ${file.path}.`,
    names.length === 0 ? 'tt help profiles' : `one of ${names.join(', ')}`,
  );
}

function missingSetting(setting: SettingName): Error {
  const { flag, variable, summary } = SETTINGS[setting];
  return usageFault(
    `The command needs ${summary}.`,
    `${flag}, ${variable}, or a profile (tt help profiles). In the folder of a running installation, it is found in .data/connection.json`,
  );
}

function missingKey(kind: KeyKind): Error {
  const { variable, name } = KEYS[kind];
  return usageFault(
    `The command needs a ${name}.`,
    `set ${variable}, or send it to standard input with --management-key-stdin`,
  );
}

function referenceText(reference: KeyReference): string {
  if ('env' in reference) return reference.env;
  return 'file' in reference ? reference.file : reference.command.join(' ');
}

const MAX_KEY_BYTES = 4_096;
const COMMAND_MS = 30_000;

function readReference(reference: KeyReference, env: Environment): string {
  if ('env' in reference) {
    const value = env[reference.env] ?? '';
    if (value === '')
      throw usageFault(`The variable ${reference.env} of the profile is empty.`, `set ${reference.env}`);
    return value;
  }
  if ('file' in reference) return readKeyFile(reference.file);
  const [program = '', ...args] = reference.command;
  try {
    const printed = execFileSync(program, args, {
      maxBuffer: MAX_KEY_BYTES,
      timeout: COMMAND_MS,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return firstLine(printed);
  } catch {
    // The error of the child holds its output, which can be the key.
    throw usageFault(`The command ${program} of the profile did not print a key.`, 'run the command by hand');
  }
}

function readKeyFile(path: string): string {
  let text: string;
  try {
    const { mode, size } = statSync(path);
    if ((mode & 0o077) !== 0) throw usageFault(`The key file ${path} can be read by other users.`, `chmod 600 ${path}`);
    if (size > MAX_KEY_BYTES) throw usageFault(`The key file ${path} is larger than ${MAX_KEY_BYTES} bytes.`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'usage') throw error;
    throw usageFault(`The key file ${path} cannot be read (${code}).`, 'check the path in the profile');
  }
  return firstLine(text);
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? '';
}
