import { usageFault } from '../output/command-fault.ts';
import type { Context } from '../tree/context.ts';
import { findLocalInstallation } from '../settings/local-installation.ts';
import { KEYS, SETTINGS, type KeyKind, type SettingName } from '../settings/setting-names.ts';
import { createSettings, type Settings } from '../settings/settings.ts';

/**
 * The settings of a command of the management plane. `--state-dir` names a local installation, whose addresses and ids
 * come before those of the environment and of the profile; keys still come from there.
 *
 * @throws CommandFault `usage` if nothing was started on the folder
 */
export function planeSettings({ env, cwd, settings }: Context, stateDir: string | undefined): Settings {
  if (stateDir === undefined) return settings;
  const ids = new Set<string>((Object.keys(SETTINGS) as SettingName[]).map((name) => SETTINGS[name].variable));
  const own = Object.fromEntries(
    Object.entries(env).filter(([name]) => !ids.has(name) && name !== 'TRUETALLY_PROFILE'),
  );
  const local = { ...own, TRUETALLY_DATA: stateDir };
  if (findLocalInstallation(local, cwd) === undefined)
    throw usageFault(
      `The folder ${stateDir} has no connection.json, so no local installation was started on it.`,
      '--state-dir .data, in the folder of a running installation',
    );
  const ofFolder = createSettings({ env: local, cwd, file: NO_FILE, profile: undefined });
  const ofKey = (kind: KeyKind): Settings => ((env[KEYS[kind].variable] ?? '') === '' ? settings : ofFolder);
  return {
    ...ofFolder,
    keyOrigin: (kind) => ofKey(kind).keyOrigin(kind),
    readKey: (kind) => ofKey(kind).readKey(kind),
  };
}

const NO_FILE = { path: '', current: undefined, profiles: {} };
