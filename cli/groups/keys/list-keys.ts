import type { VirtualKey } from '../../../clients/typescript/management/wire.ts';
import type { Result } from '../../output/result.ts';
import { listResult, minuteText } from '../../plane/list-result.ts';
import { openPlane } from '../../plane/open-plane.ts';
import { pageQuery } from '../../plane/plane-flags.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { LIST_FLAGS } from './keys-flags.ts';

export async function run(context: Context, { flags }: Input<typeof LIST_FLAGS>): Promise<Result> {
  const plane = await openPlane(context, flags);
  const { owner, environment, status } = flags;
  const { bytes, data } = await plane.call('management.keys.list', {
    query: { ...pageQuery(flags), owner, environment_id: environment, status },
  });
  return listResult({
    bytes,
    columns: [
      { title: 'KEY' },
      { title: 'OWNER', canShrink: true },
      { title: 'LABEL', canShrink: true },
      { title: 'STATUS' },
      { title: 'SCOPES', canShrink: true },
      { title: 'EXPIRES' },
      { title: 'ENVIRONMENT' },
    ],
    rows: data.keys.map((key) => [
      key.key_id,
      key.owner,
      key.label,
      key.status,
      scopesText(key),
      key.expires_at === undefined ? 'never' : minuteText(key.expires_at),
      key.environment_id,
    ]),
    nextCursor: data.next_cursor,
    empty: 'There are no such keys. tt keys mint makes one.',
  });
}

function scopesText({ models, providers, endpoints, allow_passthrough: passes }: VirtualKey): string {
  const lists = Object.entries({ models, providers, endpoints }).flatMap(([name, list]) =>
    list === undefined ? [] : [`${name}=${list.join(',')}`],
  );
  const all = passes ? [...lists, 'passthrough'] : lists;
  return all.length === 0 ? 'unrestricted' : all.join(' ');
}
