import { Type } from 'typebox';
import { CAPTURE_DEFAULTS } from '../../domain/management/capture-settings.ts';
import { blockSetting, durationSetting, flagSetting, textSetting } from '../wire/configuration-leaf.ts';

const folder = (description: string, fallback: string): ReturnType<typeof textSetting> =>
  textSetting({ form: 'the path of a folder', description, fallback });

const CaptureSchema = blockSetting({
  request: Type.Optional(flagSetting('Whether what was asked is kept.')),
  response: Type.Optional(flagSetting('Whether what was answered is kept.')),
  ttl: Type.Optional(
    durationSetting({
      fallback: CAPTURE_DEFAULTS.ttl,
      description: 'How long it is kept; with `0`, until the retention of its workspace removes its request.',
    }),
  ),
  path: Type.Optional(folder('Where it is kept; `~` stands for the home of the account.', CAPTURE_DEFAULTS.path)),
});

/** The block `dashboard` of the configuration file: the management plane, and what it keeps to show. */
export const DashboardBlockSchema = blockSetting({
  enabled: Type.Optional(flagSetting('False: no management plane is served, whatever port is set for it.', 'true')),
  state_dir: Type.Optional(
    folder(
      'Taken for files written for other deployments: users, tokens and records lie in Postgres here.',
      '~/.gateway/dash',
    ),
  ),
  capture: Type.Optional(CaptureSchema),
});
