import { Type, type Static } from 'typebox';
import { idSchema } from '../wire/id-schema.ts';
import { InstantSchema, NameSchema, RevisionSchema } from '../wire/scalars.ts';

/** The maximum number of reports, and of schedules, that are listed for one view. */
export const MAX_VIEW_DEPENDENTS = 100;

const DependentScheduleSchema = Type.Object(
  {
    schedule_id: idSchema('reportSchedule'),
    paused: Type.Boolean(),
    next_run_at: Type.Union([InstantSchema, Type.Null()], {
      description:
        'The next run; null while paused. For a stopped report, the instant at which the schedule is paused.',
    }),
  },
  { title: 'DependentSchedule', additionalProperties: false },
);

const DependentReportSchema = Type.Object(
  {
    report_id: idSchema('report'),
    name: NameSchema,
    owner: idSchema('subject'),
    view_revision: RevisionSchema,
    stopped: Type.Boolean({
      description:
        'True if the report cannot run: the question of the view differs from the pinned one, the view is deleted, or the owner of the report has no access to it',
    }),
    schedules: Type.Array(DependentScheduleSchema, { maxItems: MAX_VIEW_DEPENDENTS }),
  },
  { title: 'DependentReport', additionalProperties: false },
);

/**
 * The dependents of a view after the operation: the reports that the caller owns or receives and may see, newest first.
 * Each has those of its schedules that the caller may see. Reports of other people are not shown.
 */
export const ViewDependentsSchema = Type.Object(
  {
    reports: Type.Array(DependentReportSchema, { maxItems: MAX_VIEW_DEPENDENTS }),
    truncated: Type.Boolean({
      description: `True if more than ${MAX_VIEW_DEPENDENTS} reports or schedules exist`,
    }),
  },
  { title: 'ViewDependents', additionalProperties: false },
);

export type ViewDependents = Static<typeof ViewDependentsSchema>;
