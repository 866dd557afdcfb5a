import type { Result } from '../../output/result.ts';
import { listResult, minuteText } from '../../plane/list-result.ts';
import { openPlane } from '../../plane/open-plane.ts';
import { pageQuery } from '../../plane/plane-flags.ts';
import { refuseHeldFlags } from '../../plane/refuse-held-flags.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { FLEET_LIST_FLAGS } from './fleet-flags.ts';

/** The number of digits by which people recognize a digest. */
const SHORT_DIGEST = 12;

export async function run(context: Context, { flags }: Input<typeof FLEET_LIST_FLAGS>): Promise<Result> {
  refuseHeldFlags({ config: flags.config });
  const plane = await openPlane(context, flags);
  const { bytes, data } = await plane.call('management.fleet.list', {
    query: { ...pageQuery(flags), state: flags.state },
  });
  return listResult({
    bytes,
    columns: [
      { title: 'PROCESS' },
      { title: 'STATE' },
      { title: 'HOST', canShrink: true },
      { title: 'VERSION' },
      { title: 'LAST HEARTBEAT' },
      { title: 'CONFIGURATION' },
    ],
    rows: data.processes.map((one) => [
      one.name,
      one.state,
      one.host_name ?? '-',
      one.version ?? '-',
      minuteText(one.last_heartbeat_at),
      one.configuration_digest?.replace('sha256:', '').slice(0, SHORT_DIGEST) ?? '-',
    ]),
    nextCursor: data.next_cursor,
    empty: 'There are no such processes.',
  });
}
