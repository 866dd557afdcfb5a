import type { Result } from '../../output/result.ts';
import { listResult, minuteText } from '../../plane/list-result.ts';
import { openPlane } from '../../plane/open-plane.ts';
import { pageQuery } from '../../plane/plane-flags.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { USER_LIST_FLAGS } from './user-flags.ts';

export async function run(context: Context, { flags }: Input<typeof USER_LIST_FLAGS>): Promise<Result> {
  const plane = await openPlane(context, flags);
  const { bytes, data } = await plane.call('management.users.list', {
    query: { ...pageQuery(flags), removed: flags.removed ? 'true' : undefined },
  });
  return listResult({
    bytes,
    columns: [
      { title: 'NAME', canShrink: true },
      { title: 'ROLE' },
      { title: 'STATE' },
      { title: 'LAST LOGIN' },
      { title: 'CREATED' },
      { title: 'USER' },
    ],
    rows: data.users.map((user) => [
      user.name,
      user.role,
      user.state,
      user.last_login_at === undefined ? 'never' : minuteText(user.last_login_at),
      minuteText(user.created_at),
      user.user_id,
    ]),
    nextCursor: data.next_cursor,
    empty: 'There are no such users.',
  });
}
