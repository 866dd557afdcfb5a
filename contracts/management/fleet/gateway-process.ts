import { Type, type Static, type TSchema } from 'typebox';
import { GATEWAY_PROCESS_STATES } from '../../../domain/installation/gateway-process-states.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { InstantSchema, textSchema } from '../../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

const orNull = <Schema extends TSchema>(schema: Schema, whenNull: string) =>
  Type.Union([schema, Type.Null()], { description: whenNull });

/** The name of a process: unique, and new at each start. */
export const ProcessNameSchema = textSchema(100, { minLength: 1, description: 'Name of the process' });

/** The digest of a configuration file; never empty. */
export const FileDigestSchema = textSchema(71, {
  pattern: '^sha256:[0-9a-f]{64}$',
  description: '`sha256:` and 64 hex digits over the bytes of the file',
});

/** The state of a process, as a filter. */
export const FLEET_FILTER = {
  state: Type.Optional(
    literalUnion(GATEWAY_PROCESS_STATES, {
      description: 'Only processes in this state; by default, all except decommissioned ones',
    }),
  ),
} as const;

/** A process of the gateway. */
export const GatewayProcessSchema = Type.Object(
  {
    name: ProcessNameSchema,
    state: literalUnion(GATEWAY_PROCESS_STATES, {
      description:
        '`live`: it sends heartbeats. `silent`: it has sent none for a minute, and has no end. `ended`: it ended, or a worker ended its calls. `decommissioned`: a person confirmed that it is gone',
    }),
    host_name: orNull(textSchema(255, { description: 'Name of its machine or container' }), 'Null if it stated none'),
    version: orNull(textSchema(64, { description: 'Version of Truetally' }), 'Null if it stated none'),
    commit: orNull(textSchema(64, { description: 'Git commit' }), 'Null if it is unknown'),
    configuration_digest: orNull(FileDigestSchema, 'Null if it has no configuration file, or stated none'),
    configuration_loaded_at: orNull(InstantSchema, 'Null if it stated none'),
    started_at: InstantSchema,
    last_heartbeat_at: InstantSchema,
    ended_at: orNull(InstantSchema, 'Null while it has no end'),
    decommissioned_at: orNull(InstantSchema, 'Null if nobody decommissioned it'),
  },
  { title: 'GatewayProcess', ...closed },
);

export type GatewayProcessDocument = Static<typeof GatewayProcessSchema>;

/** One page of the processes of the gateway. */
export const GatewayFleetSchema = Type.Object(
  {
    processes: Type.Array(GatewayProcessSchema, { maxItems: MAX_PAGE_ITEMS }),
    next_cursor: PageTokenSchema,
  },
  {
    title: 'GatewayFleet',
    description:
      'Processes of the gateway, the last started first. A process that ended, or sent its last heartbeat, more than two days ago is not listed.',
    ...closed,
  },
);
