import { Type, type Static } from 'typebox';
import { COVERAGE_ENTRIES } from '../../domain/insight/coverage.ts';
import { STEP_PLACEMENTS } from '../../domain/traces/link-steps.ts';
import { CoverageSchema, answerCount, CountSchema, trafficText } from '../insight/terms/answer-scalars.ts';
import { MissingTrafficSchema } from '../insight/terms/missing-traffic.ts';
import { ReadContextSchema } from '../insight/terms/read-context.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { TraceFiguresSchema } from './trace-figures.ts';
import { TRACE_LIMITS } from './trace-limits.ts';

const closed = { additionalProperties: false } as const;

/** The values of a step in alphabetical order. */
function valuesSchema(description: string) {
  return Type.Array(trafficText({ minLength: 1 }), { maxItems: TRACE_LIMITS.max_step_values, description });
}

/** The values of a step that only `dimensions.read` shows. */
const stated = {
  step_id: Type.Optional(trafficText({ minLength: 1, description: 'Absent for a request that states no step' })),
  parent_id: Type.Optional(trafficText({ minLength: 1, description: 'The step that this step names as its parent' })),
  agents: Type.Optional(valuesSchema('The agents that made its requests; absent if none is stated')),
  tools: Type.Optional(valuesSchema('The tools whose results its requests bring; absent if none is stated')),
};

/** One step in the tree of a trace. */
const TraceStepSchema = Type.Object(
  {
    number: answerCount('Position in the order of the tree, from 1: each step before its children'),
    placement: literalUnion(STEP_PLACEMENTS, {
      description:
        '`root`: names no parent. `child`: is below its parent. `orphan`: names a parent that the trace does not have in the window and scope. `cycle`: its parent is below it, and the tree is cut here. `cut`: its parent is not in this truncated answer. All except `child` are roots.',
    }),
    parent: Type.Optional(answerCount('Number of the parent; only with the placement `child`')),
    depth: answerCount('Number of steps above this step'),
    children: answerCount('Number of steps directly below this step'),
    logical_request_id: trafficText({ description: 'The first request of the step' }),
    ...stated,
    models: Type.Optional(valuesSchema('The models that were called; absent without a call')),
    has_more_values: Type.Optional(
      Type.Literal(true, {
        description: `Agents, tools or models have more than ${TRACE_LIMITS.max_step_values} values; the first ones are listed`,
      }),
    ),
    withheld: Type.Optional(
      Type.Literal(true, {
        description: 'The caller lacks `dimensions.read`, so step, parent, agents and tools are absent',
      }),
    ),
    own: TraceFiguresSchema,
    with_children: TraceFiguresSchema,
  },
  {
    ...closed,
    title: 'TraceStep',
    description:
      'All requests of the trace with one `step_id`, or one request without a `step_id`. `own` has its figures, and `with_children` those of the step and of all steps below it.',
  },
);

export type TraceStep = Static<typeof TraceStepSchema>;

/**
 * The members of every answer about traces: its pin, and the traffic that is known to be missing from the window. The
 * answer of an insight question has the same members.
 */
export const traceAnswerMembers = {
  read_context: ReadContextSchema,
  minted: Type.Boolean({ description: 'True if this read created the context' }),
  coverage: Type.Array(CoverageSchema, {
    maxItems: COVERAGE_ENTRIES.length,
    description: 'Gaps that ingest disclosed for the window',
  }),
  missing: Type.Optional(MissingTrafficSchema),
};

/**
 * A trace as a tree. The figures of the complete trace are those of its calls, and the sum of its roots with their
 * children, to the nano-dollar.
 */
export const TraceSchema = Type.Object(
  {
    ...traceAnswerMembers,
    trace_id: trafficText(),
    whole: TraceFiguresSchema,
    step_count: CountSchema,
    steps: Type.Array(TraceStepSchema, {
      maxItems: TRACE_LIMITS.max_steps,
      description: 'The steps in the order of the tree',
    }),
    truncated: Type.Boolean({
      description: `True if the trace has more than ${TRACE_LIMITS.max_steps} steps. The answer then has the steps that started first; \`whole\` and \`step_count\` cover all steps.`,
    }),
  },
  { ...closed, title: 'Trace' },
);

export type Trace = Static<typeof TraceSchema>;
