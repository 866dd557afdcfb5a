import type { Result } from '../../output/result.ts';
import { openPlane } from '../../plane/open-plane.ts';
import { refuseWithoutKey } from '../../plane/refuse-without-key.ts';
import { secretResult } from '../../plane/secret-result.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { NEW_TOKEN_FLAGS } from './token-flags.ts';

export async function run(context: Context, { flags }: Input<typeof NEW_TOKEN_FLAGS>): Promise<Result> {
  const { role, label, ttl, scopes } = flags;
  refuseWithoutKey(context, flags, ['token', 'make', '--role', role, '--label', label]);
  const plane = await openPlane(context, flags);
  const { bytes, data } = await plane.call('management.tokens.create', {
    body: {
      role,
      label,
      ...(scopes.length > 0 && { scopes }),
      ...(ttl !== undefined && { expires_at: new Date(context.now().getTime() + ttl).toISOString() }),
    },
  });
  const { token_id: id, expires_at: expiry } = data.token;
  const ends = expiry === undefined ? 'without an expiry' : `until ${expiry}`;
  return secretResult({
    bytes,
    secret: data.text,
    title: 'The key of the management plane',
    notes: [`Key ${id} with the role ${data.token.role}, valid ${ends}. Its text cannot be shown again.`],
  });
}
