import { PLANE_FLAGS } from '../../plane/plane-flags.ts';
import { defineCommand, type Group } from '../../tree/command.ts';
import { idOf } from '../../tree/forms.ts';
import { NEW_TOKEN_FLAGS, TOKEN_LIST_FLAGS } from './token-flags.ts';

/** Commands on the keys of the management plane. */
export const tokenGroup: Group = {
  name: 'token',
  summary: 'keys of the management plane: make, list and revoke',
  commands: [
    defineCommand('token new', {
      summary: 'makes a key of the management plane and shows it once',
      description:
        'A pipe gets the key alone on a line. --output writes it to a new file that only you can read. A key has at most your own rights.',
      operation: 'management.tokens.create',
      flags: NEW_TOKEN_FLAGS,
      examples: [{ line: 'tt token new --role viewer --label ci --ttl 720h', does: 'Make a key that can only read' }],
      load: async () => await import('./make-token.ts'),
    }),
    defineCommand('token list', {
      summary: 'lists keys of the management plane, without their texts',
      operation: 'management.tokens.list',
      flags: TOKEN_LIST_FLAGS,
      load: async () => await import('./list-tokens.ts'),
    }),
    defineCommand('token revoke', {
      summary: 'ends a key of the management plane with its next request',
      operation: 'management.tokens.revoke',
      args: [{ name: '<ID>', summary: 'the id of the key, tok_…', form: idOf('managementToken') }],
      flags: PLANE_FLAGS,
      examples: [{ line: 'tt token revoke tok_01k9d4w7z2e8sb6f3m5q0v1xya --yes', does: 'End a key from a script' }],
      load: async () => await import('./revoke-token.ts'),
    }),
  ],
};
