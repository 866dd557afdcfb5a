import { Type, type Static } from 'typebox';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { idPattern } from '../../../domain/kernel/id-prefixes.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { ChosenNameSchema, InstantSchema, NameSchema } from '../../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

/** The id of a node below which traffic can be excluded. */
const ExcludedNodeSchema = Type.String({
  title: 'ExcludedNodeId',
  maxLength: 30,
  pattern: (['workspace', 'application', 'gateway', 'environment'] as const).map(idPattern).join('|'),
  'x-form': 'the id of a workspace, application, gateway or environment',
  description: 'Id of a workspace, application, gateway or environment',
  examples: ['env_01k9d4w7z2e8sb6f3m5q0v1xya'],
});

/** A whole UTC hour, in the range of years that facts can have. */
const WholeHourSchema = Type.String({
  title: 'WholeHour',
  maxLength: 24,
  pattern: '^20\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):00:00(\\.000)?Z$',
  'x-form': 'a whole UTC hour of the years 2000 to 2099, such as 2026-01-31T08:00:00Z',
  description: 'Whole UTC hour of the years 2000 to 2099',
  examples: ['2026-01-31T08:00:00Z'],
});

/** An exclusion to add: no read counts the traffic below the node in the half-open window. */
export const NewExclusionSchema = Type.Object(
  { node_id: ExcludedNodeSchema, from: WholeHourSchema, to: WholeHourSchema, reason: ChosenNameSchema },
  { title: 'NewExclusion', ...closed },
);

export const ExclusionSchema = Type.Object(
  {
    exclusion_id: idSchema('exclusion'),
    workspace_id: idSchema('workspace'),
    node_id: ExcludedNodeSchema,
    from: InstantSchema,
    to: InstantSchema,
    reason: NameSchema,
    created_at: InstantSchema,
  },
  { title: 'Exclusion', ...closed },
);

export type ExclusionDocument = Static<typeof ExclusionSchema>;

/** One page of the exclusions of a workspace, newest first. */
export const ExclusionsSchema = Type.Object(
  {
    exclusions: Type.Array(ExclusionSchema, { maxItems: MAX_PAGE_ITEMS }),
    next_cursor: PageTokenSchema,
  },
  { title: 'Exclusions', ...closed },
);

/** The result of a removal. */
export const ExclusionRemovedSchema = Type.Object(
  { exclusion_id: idSchema('exclusion'), removed: Type.Literal(true) },
  { title: 'ExclusionRemoved', ...closed },
);
