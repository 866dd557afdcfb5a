import { PLANE_FLAGS } from '../../plane/plane-flags.ts';
import { defineCommand, type Group } from '../../tree/command.ts';
import { idOf } from '../../tree/forms.ts';
import { MINT_FLAGS, LIST_FLAGS, ROTATE_FLAGS } from './keys-flags.ts';

const KID = { name: '<KID>', summary: 'the id of the key, kid_…', form: idOf('virtualKey') } as const;

/** Commands on the keys of the gateway. */
export const keysGroup: Group = {
  name: 'keys',
  summary: 'keys of the gateway: mint, list, rotate and revoke',
  commands: [
    defineCommand('keys mint', {
      summary: 'mints a key of the gateway and shows it once',
      description:
        'A pipe gets the key alone on a line. --output writes it to a new file that only you can read. Without --environment, the environment comes from TRUETALLY_ENVIRONMENT or the profile, or else it is the only one that has keys.',
      operation: 'management.keys.mint',
      flags: MINT_FLAGS,
      examples: [
        { line: 'tt keys mint --owner team-a --label ci --expiry 720h', does: 'Mint a key for a month' },
        {
          line: 'tt keys mint --owner team-a --label ci --models gpt-5,claude-sonnet-4-5 --output key.txt',
          does: 'Restrict a key to two models, and keep it in a file',
        },
      ],
      load: async () => await import('./mint-key.ts'),
    }),
    defineCommand('keys list', {
      summary: 'lists keys of the gateway, without their texts',
      operation: 'management.keys.list',
      flags: LIST_FLAGS,
      examples: [{ line: 'tt keys list --status active', does: 'See which keys can call' }],
      load: async () => await import('./list-keys.ts'),
    }),
    defineCommand('keys revoke', {
      summary: 'ends a key permanently, in every gateway process within 30 seconds',
      operation: 'management.keys.revoke',
      args: [KID],
      flags: PLANE_FLAGS,
      examples: [{ line: 'tt keys revoke kid_01k9d4w7z2e8sb6f3m5q0v1xya', does: 'End a leaked key' }],
      load: async () => await import('./revoke-key.ts'),
    }),
    defineCommand('keys rotate', {
      summary: 'mints a successor, and ends the key after the grace',
      operation: 'management.keys.rotate',
      args: [KID],
      flags: ROTATE_FLAGS,
      examples: [
        { line: 'tt keys rotate kid_01k9d4w7z2e8sb6f3m5q0v1xya --grace 15m', does: 'Replace a key without a break' },
      ],
      load: async () => await import('./rotate-key.ts'),
    }),
  ],
};
