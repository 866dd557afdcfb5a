import { Type, type Static, type TObject, type TProperties } from 'typebox';
import { OUTCOME_METRICS } from '../../../domain/judges/evaluators.ts';
import { sinceMember } from '../../gateway/since-member.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { countSchema, InstantSchema, textSchema } from '../../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

/** The members that every quality read takes. */
const WINDOW_MEMBERS = {
  workspace_id: Type.Optional(idSchema('workspace')),
  since: sinceMember('30d'),
  until: Type.Optional({ ...InstantSchema, description: 'The end of the window, exclusive; now by default' }),
} as const;

/** The query of a read with a window, and its further members. */
export function windowQuery<const Members extends TProperties>(
  members: Members,
): TObject<typeof WINDOW_MEMBERS & Members> {
  return Type.Object({ ...WINDOW_MEMBERS, ...members }, closed);
}

/** The members of a query with a window. */
export interface WindowQuery {
  readonly workspace_id?: string;
  readonly since?: string;
  readonly until?: string;
}

/** The metric to which a read is restricted. */
export const METRIC_MEMBER = Type.Optional(
  literalUnion(OUTCOME_METRICS, { description: 'The only metric; every metric by default' }),
);

/** The workspace of a read without a window. */
export const WorkspaceQuerySchema = Type.Object({ workspace_id: WINDOW_MEMBERS.workspace_id }, closed);

/** The rows behind the figures of an answer. */
export const ProvenanceSchema = Type.Object(
  {
    window: Type.Object(
      { since: InstantSchema, until: InstantSchema },
      { title: 'ProvenanceWindow', description: 'Half-open window of admissions', ...closed },
    ),
    path: literalUnion(['facts', 'artifact'] as const, {
      description: '`facts`: counted in the index for this answer. `artifact`: stored by the fit of a calibration',
    }),
    index_high_water: Type.Union(
      [textSchema(20, { pattern: '^\\d{1,20}$', description: 'Newest arrival sequence among the rows' }), Type.Null()],
      { description: 'Null without rows' },
    ),
    demo_rows: Type.Union([countSchema('Rows of requests that the demo made up'), Type.Null()], {
      description: 'Null for a stored report, which does not record them',
    }),
    estimated_rows: countSchema('Rows whose cost is an estimate'),
  },
  { title: 'Provenance', ...closed },
);

export type Provenance = Static<typeof ProvenanceSchema>;
