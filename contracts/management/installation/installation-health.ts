import { Type, type Static } from 'typebox';
import { COMPONENTS } from '../../../domain/kernel/components.ts';
import { PRODUCER_CLASSES } from '../../../domain/insight/insight-sets.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { countSchema, InstantSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';

/** The maximum number of traffic sources in an answer; those that wait the longest come first. */
export const MAX_HEALTH_SOURCES = 100;

const closed = { additionalProperties: false } as const;

const ComponentHealthSchema = Type.Object(
  {
    component: literalUnion(COMPONENTS),
    state: literalUnion(['up', 'down'], { description: '`down`: no heartbeat for a minute' }),
    last_seen_seconds: Type.Optional(
      wholeSchema(0, Number.MAX_SAFE_INTEGER, {
        description: 'Seconds since the last heartbeat; absent before the first, or if the component stopped regularly',
      }),
    ),
  },
  { title: 'ComponentHealth', ...closed },
);

const ProducerHealthSchema = Type.Object(
  {
    producer_class: literalUnion(PRODUCER_CLASSES),
    last_indexed_at: Type.Optional(InstantSchema),
  },
  {
    title: 'ProducerHealth',
    description: 'The last time at which facts of a producer became visible; absent before the first',
    ...closed,
  },
);

const SourceHealthSchema = Type.Object(
  {
    source_id: textSchema(512, { description: 'The segment, stream, file or outbox that the indexer reads' }),
    kind: literalUnion(['journal', 'file', 'outbox']),
    state: literalUnion(['current', 'waiting', 'failing'], {
      description: '`waiting`: a planned batch is not loaded. `failing`: the last attempt to read or load failed.',
    }),
    held: Type.Boolean({ description: 'True if an indexer reads this source now' }),
    next_offset: Type.String({
      maxLength: 19,
      pattern: '^(0|[1-9]\\d{0,18})$',
      description: 'The offset before which everything is planned, as a decimal string',
    }),
    last_planned_at: Type.Optional(InstantSchema),
    waiting_since: Type.Optional(InstantSchema),
    failing_since: Type.Optional(InstantSchema),
  },
  { title: 'SourceHealth', ...closed },
);

/** The health of the installation, with the freshness of every source of traffic. */
export const InstallationHealthSchema = Type.Object(
  {
    checked_at: InstantSchema,
    postgres: literalUnion(['up', 'down']),
    clickhouse: literalUnion(['up', 'down', 'not_composed']),
    journal: literalUnion(['accepting', 'indexer_behind', 'disk_full', 'log_full', 'log_unreachable', 'not_composed'], {
      description: 'The answer of the journal of this process to new lines: it accepts them, or the reason if not',
    }),
    components: Type.Array(ComponentHealthSchema, { maxItems: COMPONENTS.length }),
    index: Type.Object(
      {
        state: literalUnion(['current', 'behind', 'unknown'], {
          description:
            '`behind`: figures are partial until waiting traffic is read. `unknown`: no indexer has started.',
        }),
        waiting_seconds: countSchema('Age of the oldest traffic that may not be loaded yet'),
      },
      { title: 'IndexHealth', ...closed },
    ),
    producers: Type.Array(ProducerHealthSchema, { maxItems: PRODUCER_CLASSES.length }),
    sources: Type.Array(SourceHealthSchema, {
      maxItems: MAX_HEALTH_SOURCES,
      description: 'The sources that an indexer reads, that wait or that fail; those that wait the longest come first',
    }),
    quarantine: Type.Object(
      {
        lines: countSchema('Lines that are neither discarded nor expired'),
        last_day: countSchema('Lines of the last 24 hours, including lines whose text is not stored'),
        most_frequent_reason: textSchema(64, { description: 'The most frequent reason of the last day, or empty' }),
        stored_bytes: countSchema('Bytes of the stored texts'),
        without_text: countSchema('Lines since yesterday whose text is not stored, because a share is full'),
      },
      { title: 'QuarantineHealth', ...closed },
    ),
    open_gaps: countSchema('Coverage gaps that are not closed, in all workspaces'),
    outbox: Type.Object(
      { waiting: countSchema('Items that wait for Temporal'), dead: countSchema('Items that the relay gave up') },
      { title: 'OutboxHealth', ...closed },
    ),
    overdue_schedules: Type.Object(
      {
        count: countSchema('Schedules that have been due for a minute or more'),
        oldest_seconds: countSchema('Seconds since the oldest of them was due; 0 if there are none'),
      },
      { title: 'ScheduleHealth', ...closed },
    ),
    last_sweep_at: Type.Optional(InstantSchema),
  },
  { title: 'InstallationHealth', ...closed },
);

export type InstallationHealth = Static<typeof InstallationHealthSchema>;
