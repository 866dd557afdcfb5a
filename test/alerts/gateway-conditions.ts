import type pg from 'pg';
import type { Condition } from './condition.ts';

let locking: pg.PoolClient | undefined;

/** Content of which the gateway can store only a few copies. */
const LONG = 'x'.repeat(200_000);

/** The conditions of a gateway. */
export const GATEWAY_CONDITIONS: readonly Condition[] = [
  {
    name: 'the provider of the gateway fails',
    alerts: ['TruetallyGatewayProviderFailing'],
    cause: ({ gateway }) => gateway.failProvider(true),
    meanwhile: ({ gateway }) => gateway.ask('open'),
    mend: ({ gateway }) => gateway.failProvider(false),
  },
  {
    name: 'an address has a request in each of its connections to the gateway',
    alerts: ['TruetallyConnectionsShort'],
    cause: ({ gateway }) => gateway.holdConnections(true),
    mend: ({ gateway }) => gateway.holdConnections(false),
  },
  // This condition must be first, because a thread that has started continues to run.
  {
    name: 'no thread of the gateway can read large bodies',
    alerts: ['TruetallyGatewayBodiesUnread'],
    cause: ({ gateway }) => gateway.blockReading(true),
    meanwhile: ({ gateway }) => gateway.askLarge(),
    mend: ({ gateway }) => gateway.blockReading(false),
  },
  {
    name: 'a key holds all the memory that it may',
    alerts: ['TruetallyGatewayRoomFull'],
    cause: ({ gateway }) => gateway.fillRoom(),
    meanwhile: ({ gateway }) => gateway.fillRoom(),
    mend: () => Promise.resolve(),
  },
  {
    name: 'a quota of the gateway is used up',
    alerts: ['TruetallyGatewayLimitExhausted'],
    cause: ({ gateway }) => gateway.ask('spent'),
    meanwhile: ({ gateway }) => gateway.ask('spent'),
    mend: () => Promise.resolve(),
  },
  {
    name: 'tables of the gateway are locked',
    alerts: ['TruetallyGatewayLimitsNotHeld', 'TruetallyGatewaySlow', 'TruetallyGatewayCacheFailing'],
    cause: async ({ pool }) => {
      locking = await pool.connect();
      await locking.query('BEGIN');
      await locking.query('LOCK TABLE gateway_limit_counters, cache_entries IN ACCESS EXCLUSIVE MODE');
    },
    meanwhile: ({ gateway }) => gateway.ask('open'),
    mend: async () => {
      await locking?.query('ROLLBACK');
      locking?.release();
    },
  },
  {
    name: 'no worker can read the journal of a gateway that died',
    alerts: ['TruetallyGatewayLimitsOvercharged'],
    cause: async ({ pool }) => {
      await pool.query(`
        INSERT INTO gateway_limit_counters (counter_id, limit_id, node, unit, window_from, window_to, lapsed)
        VALUES ('elsewhere', 'elsewhere', 'team:elsewhere', 'requests', now() - INTERVAL '1 hour', now() + INTERVAL '1 day', 5)`);
      await pool.query(`
        INSERT INTO gateway_limit_leases (lease_id, counter_id, holder, lapsed, expires_at, ended_at)
        VALUES ('elsewhere', 'elsewhere', 'proxy-elsewhere.1', 5, now() - INTERVAL '11 minutes', now())`);
    },
    mend: async ({ pool }) => {
      await pool.query("DELETE FROM gateway_limit_counters WHERE counter_id = 'elsewhere'");
    },
  },
  {
    name: 'the gateway cannot keep words of calls',
    alerts: ['TruetallyGatewayContentLost'],
    cause: ({ gateway }) => gateway.blockContent(true),
    meanwhile: ({ gateway }) => gateway.ask('open'),
    mend: ({ gateway }) => gateway.blockContent(false),
  },
  {
    name: 'captured content has no room',
    alerts: ['TruetallyContentRefused'],
    cause: ({ gateway }) => gateway.ask('open', LONG),
    meanwhile: ({ gateway }) => gateway.ask('open', LONG),
    mend: ({ gateway }) => gateway.blockContent(false),
  },
];
