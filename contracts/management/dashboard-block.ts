import { Type } from 'typebox';
import { CAPTURE_DEFAULTS } from '../../domain/management/capture-settings.ts';
import { blockSetting, durationSetting, flagSetting, textSetting } from '../wire/configuration-leaf.ts';
import { SignOnBlockSchema } from './sign-on-block.ts';

const folder = (description: string, fallback: string): ReturnType<typeof textSetting> =>
  textSetting({ form: 'the path of a folder', description, fallback });

const CaptureSchema = blockSetting({
  request: Type.Optional(flagSetting('Stores the prompts of requests.')),
  response: Type.Optional(flagSetting('Stores the answers.')),
  ttl: Type.Optional(
    durationSetting({
      fallback: CAPTURE_DEFAULTS.ttl,
      description:
        'The lifetime of the content. With `0`, content stays until the retention of the workspace removes its request.',
    }),
  ),
  path: Type.Optional(
    folder('The folder of the content; `~` stands for the home folder of the account.', CAPTURE_DEFAULTS.path),
  ),
});

/** The block `dashboard` of the configuration file: the management plane, and the data that it stores. */
export const DashboardBlockSchema = blockSetting({
  enabled: Type.Optional(flagSetting('`false` switches the management plane off, even if its port is set.', 'true')),
  state_dir: Type.Optional(
    folder(
      'Accepted for files of other deployments. It has no effect: users, tokens and records are in Postgres.',
      '~/.gateway/dash',
    ),
  ),
  capture: Type.Optional(CaptureSchema),
  sign_on: Type.Optional(SignOnBlockSchema),
});
