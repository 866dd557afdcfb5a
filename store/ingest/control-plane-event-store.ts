import type pg from 'pg';
import type { ControlPlaneEvents } from '../../journal/open-control-plane-log.ts';
import type { TrafficEvent } from '../../contracts/ingest/traffic-event.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';

/**
 * Leaves events for the indexer, in their order, in the transaction of `client` and as its last statement: from here to the commit
 * no other change of the control plane gets its place.
 */
export async function appendControlPlaneEvents(
  client: Queryable,
  events: readonly TrafficEvent[],
  now: Date,
): Promise<void> {
  const lines = events.map((event) => JSON.stringify(event));
  const { rowCount } = await client.query(
    `WITH places AS (
       UPDATE control_plane_end SET next_place = next_place + cardinality($1::text[])
       RETURNING next_place - cardinality($1::text[]) AS first_place
     )
     INSERT INTO control_plane_events (place, line, created_at)
     SELECT first_place + number - 1, line, $2 FROM places, unnest($1::text[]) WITH ORDINALITY AS t (line, number)`,
    [lines, now],
  );
  if (rowCount !== lines.length) throw new DefectError('The counter of control-plane events is missing.');
}

/** What the indexer reads of the control plane. */
export function createControlPlaneEventStore(pool: pg.Pool): ControlPlaneEvents {
  return {
    async end() {
      const { rows } = await pool.query<{ next_place: bigint }>('SELECT next_place FROM control_plane_end');
      return requireRow(rows).next_place;
    },

    async lines(from, limit) {
      const { rows } = await pool.query<{ line: string }>(
        'SELECT line FROM control_plane_events WHERE place >= $1 ORDER BY place LIMIT $2',
        [from, limit],
      );
      return rows.map((row) => row.line);
    },
  };
}
