import type { Trace, TraceStep } from '../../contracts/traces/trace.ts';
import { TRACE_LIMITS } from '../../contracts/traces/trace-limits.ts';
import { notFound } from '../../domain/kernel/errors.ts';
import { buildTraceTree, type MeasuredStep, type PlacedStep } from '../../domain/traces/build-trace-tree.ts';
import { addMeasures, totalFrom, type StepMeasures } from '../../domain/traces/step-measures.ts';
import type { FactsFilter } from '../insight/question/facts-filter.ts';
import type { BoundQuery, RunQuestionQuery } from '../statements/bound-query.ts';
import { readMeasures } from './read-measures.ts';
import { toTraceFigures, type TraceTerms } from './to-trace-figures.ts';
import { STEP_KINDS, traceStepsQuery, traceTotalQuery, type FoundStep, type TraceTotal } from './trace-steps-query.ts';

/** A trace, and the conditions under which it is read. */
interface TraceRead {
  readonly filter: FactsFilter;
  readonly traceId: string;
  readonly terms: TraceTerms;
  readonly mayReadDimensions: boolean;
}

/** A step with the row from which it was read. */
interface ReadStep extends MeasuredStep {
  readonly found: FoundStep;
}

/**
 * The steps of a trace as a tree, and the figures of the complete trace.
 *
 * @throws Refusal `not_found` if the filter has no facts of the trace, or any error of `ask`
 */
export async function readTraceTree(
  ask: RunQuestionQuery,
  { filter, traceId, terms, mayReadDimensions }: TraceRead,
): Promise<Pick<Trace, 'whole' | 'step_count' | 'steps' | 'truncated'>> {
  const columns = { money: terms.mayReadCost, dimensions: mayReadDimensions };
  const found = await ask<FoundStep>(traceStepsQuery(filter, traceId, columns));
  const truncated = found.length > TRACE_LIMITS.max_steps;
  const steps = found.slice(0, TRACE_LIMITS.max_steps).map(readStep);
  const whole = truncated ? await readTotal(ask, traceTotalQuery(filter, traceId, columns)) : addSteps(steps);
  if (whole === undefined) {
    throw notFound(
      'The window has no facts of this trace that you can read. Check `trace_id`, `from`, `to` and `purposes`. Recent traffic takes some seconds to appear.',
    );
  }
  return {
    whole: toTraceFigures(whole.measures, terms),
    step_count: whole.steps,
    steps: buildTraceTree(steps, !truncated).map((step) => traceStep(step, terms, mayReadDimensions)),
    truncated,
  };
}

/** The figures of a complete trace, and its number of steps. */
interface WholeTrace {
  readonly steps: string;
  readonly measures: StepMeasures;
}

async function readTotal(ask: RunQuestionQuery, query: BoundQuery): Promise<WholeTrace | undefined> {
  const [total] = await ask<TraceTotal>(query);
  return total && { steps: total.steps, measures: readMeasures(total) };
}

/** The sums over all steps; undefined without steps. */
function addSteps(steps: readonly ReadStep[]): WholeTrace | undefined {
  const [first, ...others] = steps;
  if (first === undefined) return undefined;
  const measures = totalFrom(first);
  for (const step of others) addMeasures(measures, step);
  return { steps: String(steps.length), measures };
}

function readStep(found: FoundStep): ReadStep {
  return {
    found,
    ...(found.kind === STEP_KINDS.step && { id: found.step }),
    ...(found.parent !== '' && { parentId: found.parent }),
    ...readMeasures(found),
  };
}

function traceStep(
  { step, number, placement, parent, depth, children, withChildren }: PlacedStep<ReadStep>,
  terms: TraceTerms,
  mayReadDimensions: boolean,
): TraceStep {
  const own = toTraceFigures(step, terms);
  return {
    number: String(number),
    placement,
    ...(parent !== undefined && { parent: String(parent) }),
    depth: String(depth),
    children: String(children),
    logical_request_id: step.found.first_request,
    ...(mayReadDimensions ? statedIds(step) : { withheld: true as const }),
    ...listedValues(step.found),
    own,
    with_children: children === 0 ? own : toTraceFigures(withChildren, terms),
  };
}

function statedIds({ id, parentId }: ReadStep): Pick<TraceStep, 'step_id' | 'parent_id'> {
  return { ...(id !== undefined && { step_id: id }), ...(parentId !== undefined && { parent_id: parentId }) };
}

/** The lists of values that are not empty. A reader without `dimensions.read` has no agents and tools. */
function listedValues({
  agent_names: agents,
  tool_names: tools,
  model_names: models,
}: FoundStep): Pick<TraceStep, 'agents' | 'tools' | 'models' | 'has_more_values'> {
  const hasMore = [agents, tools, models].some((values) => values.length > TRACE_LIMITS.max_step_values);
  return {
    ...(agents.length > 0 && { agents: agents.slice(0, TRACE_LIMITS.max_step_values) }),
    ...(tools.length > 0 && { tools: tools.slice(0, TRACE_LIMITS.max_step_values) }),
    ...(models.length > 0 && { models: models.slice(0, TRACE_LIMITS.max_step_values) }),
    ...(hasMore && { has_more_values: true as const }),
  };
}
