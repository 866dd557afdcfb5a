import type { Result } from '../../output/result.ts';
import { tableText, type Column } from '../../output/table.ts';
import type { Context } from '../../tree/context.ts';
import { KEYS, SETTINGS, type KeyKind, type SettingName } from '../../settings/setting-names.ts';
import type { Input } from '../../tree/command.ts';
import type { Flag } from '../../tree/flag.ts';

/** One setting. Keys have an origin and no value. */
interface ShownSetting {
  readonly name: string;
  readonly value?: string;
  readonly origin?: string;
}

export async function run({ settings }: Context, { flags }: Input<{ origin: Flag<boolean> }>): Promise<Result> {
  const values = (Object.keys(SETTINGS) as SettingName[]).map((name): ShownSetting => ({
    name,
    ...settings.find(name),
  }));
  const keys = (Object.keys(KEYS) as KeyKind[]).map((kind): ShownSetting => {
    const origin = settings.keyOrigin(kind);
    return { name: `${kind}_key`, ...(origin !== undefined && { origin }) };
  });
  const all = [...values, ...keys].map(({ origin, ...setting }) => ({
    ...setting,
    ...((flags.origin || setting.value === undefined) && origin !== undefined && { origin }),
  }));
  const columns: Column[] = [
    { title: 'SETTING' },
    { title: 'VALUE', canShrink: true },
    { title: 'ORIGIN', canShrink: true },
  ];
  return Promise.resolve({
    kind: 'document',
    document: { ...(settings.profile !== undefined && { profile: settings.profile }), settings: all },
    text: (screen) =>
      tableText(
        columns,
        all.map(({ name, value, origin }) => [
          name,
          value ?? (origin === undefined ? 'not set' : 'never shown'),
          origin ?? '',
        ]),
        screen,
      ),
  });
}
