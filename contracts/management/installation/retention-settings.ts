import { Type } from 'typebox';
import { SWEPT_KINDS, type SweptKind } from '../../../domain/installation/retention-sweep.ts';
import { LIFETIME_DAYS, type Lifetime } from '../../../domain/kernel/lifetimes.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { InstantSchema, wholeSchema } from '../../wire/scalars.ts';

const closed = { additionalProperties: false } as const;
const DaysSchema = wholeSchema(1, 100_000, { description: 'Days of 86,400 seconds' });
const RemovedSchema = wholeSchema(0, Number.MAX_SAFE_INTEGER);

/** The members of the lifetimes in the answer, by the name of the lifetime. */
const LIFETIME_MEMBERS = {
  answer: 'answer_days',
  run: 'run_days',
  idempotencyKey: 'idempotency_key_days',
  sentOutboxItem: 'sent_outbox_item_days',
  quarantinedLine: 'quarantined_line_days',
  silentInstance: 'silent_instance_days',
  notice: 'notice_days',
  experimentAnswer: 'experiment_answer_days',
} as const satisfies Record<Lifetime, string>;

const LIFETIMES = Object.keys(LIFETIME_DAYS) as Lifetime[];

/** The lifetimes of rows, and the last sweep that removed expired ones. */
export const RetentionSettingsSchema = Type.Object(
  {
    lifetimes: Type.Object(
      {
        audit_days: DaysSchema,
        ...(Object.fromEntries(LIFETIMES.map((lifetime) => [LIFETIME_MEMBERS[lifetime], DaysSchema])) as Record<
          (typeof LIFETIME_MEMBERS)[Lifetime],
          typeof DaysSchema
        >),
      },
      { title: 'Lifetimes', ...closed },
    ),
    last_sweep: Type.Optional(
      Type.Object(
        {
          finished_at: InstantSchema,
          workspaces: RemovedSchema,
          ...(Object.fromEntries(SWEPT_KINDS.map((kind) => [kind, RemovedSchema])) as Record<
            SweptKind,
            typeof RemovedSchema
          >),
        },
        { title: 'LastSweep', description: 'Absent before the first sweep', ...closed },
      ),
    ),
  },
  { title: 'RetentionSettings', ...closed },
);

/** The retention horizon of a workspace. */
export const WorkspaceRetentionSchema = Type.Object(
  {
    workspace_id: idSchema('workspace'),
    keeps_from: Type.Optional(InstantSchema),
    erased_before: Type.Optional(InstantSchema),
  },
  {
    title: 'WorkspaceRetention',
    description:
      '`keeps_from`: reads include no facts before it; absent if all facts are kept. `erased_before`: facts before it are also deleted from the disks; absent before the first erasure.',
    ...closed,
  },
);
