import type pg from 'pg';
import type { ControlPlaneEvents } from '../../journal/open-control-plane-log.ts';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';

/**
 * The parts of a statement that append lines for the indexer in their order. `new_events` must have the columns `lines`
 * and `now`, and no row if there are no lines. These parts must end the statement, and the statement must end its
 * transaction: from here to the commit, no other change of the control plane can append lines. `appended` has a row for
 * each line.
 */
export const APPENDED_EVENTS = `places AS (
     UPDATE control_plane_end SET next_place = next_place + cardinality(new_events.lines) FROM new_events
     RETURNING next_place - cardinality(new_events.lines) AS first_place
   ), appended AS (
     INSERT INTO control_plane_events (place, line, created_at)
     SELECT first_place + number - 1, line, new_events.now FROM places, new_events, unnest(new_events.lines) WITH ORDINALITY AS t (line, number)
     RETURNING place
   )`;

/** Appends events for the indexer in the transaction of `client`, as its last statement. */
export async function appendControlPlaneEvents(
  client: Queryable,
  events: readonly TrafficEvent[],
  now: Date,
): Promise<void> {
  const { rowCount } = await client.query(
    `WITH new_events AS (SELECT $1::text[] AS lines, $2::timestamptz AS now), ${APPENDED_EVENTS} SELECT FROM appended`,
    [eventLines(events), now],
  );
  if (rowCount !== events.length) throw new DefectError('The counter of control-plane events is missing.');
}

/** The lines of events as the indexer reads them. */
export function eventLines(events: readonly TrafficEvent[]): string[] {
  return events.map((event) => JSON.stringify(event));
}

/** Creates the store of the control plane's events for the indexer. */
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
