import type { Result } from '../../output/result.ts';
import { tableText } from '../../output/table.ts';
import type { Context } from '../../tree/context.ts';
import { readConfigurationFile } from '../../settings/configuration-file.ts';

export async function run({ env, settings }: Context): Promise<Result> {
  const { path, profiles } = await readConfigurationFile(env);
  const rows = Object.entries(profiles).map(([name, { settings: values }]) => ({
    name,
    is_current: name === settings.profile,
    ...(values.base_url !== undefined && { base_url: values.base_url }),
  }));
  return {
    kind: 'document',
    document: { profiles: rows },
    text: (screen) =>
      rows.length === 0
        ? ''
        : tableText(
            [{ title: 'PROFILE' }, { title: 'CURRENT' }, { title: 'BASE URL', canShrink: true }],
            rows.map(({ name, is_current: isCurrent, base_url: base }) => [name, isCurrent ? 'yes' : '', base ?? '']),
            screen,
          ),
    notes: rows.length === 0 ? [`There are no profiles in ${path}. tt help profiles shows how to write one.`] : [],
  };
}
