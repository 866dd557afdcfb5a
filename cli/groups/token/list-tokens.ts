import type { Result } from '../../output/result.ts';
import { listResult, minuteText } from '../../plane/list-result.ts';
import { openPlane } from '../../plane/open-plane.ts';
import { pageQuery } from '../../plane/plane-flags.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { TOKEN_LIST_FLAGS } from './token-flags.ts';

export async function run(context: Context, { flags }: Input<typeof TOKEN_LIST_FLAGS>): Promise<Result> {
  const plane = await openPlane(context, flags);
  const { bytes, data } = await plane.call('management.tokens.list', { query: pageQuery(flags) });
  return listResult({
    bytes,
    columns: [
      { title: 'KEY' },
      { title: 'LABEL', canShrink: true },
      { title: 'ROLE' },
      { title: 'STATE' },
      { title: 'LAST USED' },
      { title: 'EXPIRES' },
      { title: 'SCOPES', canShrink: true },
    ],
    rows: data.tokens.map((token) => [
      token.token_id,
      token.label,
      token.role,
      token.state,
      minuteText(token.last_used_at),
      token.expires_at === undefined ? 'never' : minuteText(token.expires_at),
      token.scopes.join(','),
    ]),
    nextCursor: data.next_cursor,
    empty: 'There are no keys that you can see.',
  });
}
