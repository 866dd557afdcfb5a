import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import type { Context } from '../../tree/context.ts';
import { readConfigurationFile } from '../../settings/configuration-file.ts';
import type { Input } from '../../tree/command.ts';

export async function run({ env }: Context, { args: [name = ''] }: Input): Promise<Result> {
  const { path, profiles } = await readConfigurationFile(env);
  if (!Object.hasOwn(profiles, name)) {
    const names = Object.keys(profiles).join(', ');
    throw usageFault(
      `The profile ${JSON.stringify(name)} does not exist in ${path}.`,
      names === '' ? 'tt help profiles' : `one of ${names}`,
    );
  }
  const { withMember } = await import('../../settings/yaml.ts');
  const next = `${path}.${process.pid}`;
  writeFileSync(next, withMember(readFileSync(path, 'utf8'), 'profile', name), { mode: 0o600, flag: 'wx' });
  renameSync(next, path);
  return { kind: 'document', document: { profile: name }, text: () => `The current profile is ${name}.` };
}
