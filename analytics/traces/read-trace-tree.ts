import type { Trace, TraceStep } from '../../contracts/traces/trace.ts';
import { TRACE_LIMITS } from '../../contracts/traces/trace-limits.ts';
import { notFound } from '../../domain/kernel/errors.ts';
import { buildTraceTree, type MeasuredStep, type PlacedStep } from '../../domain/traces/build-trace-tree.ts';
import type { FactsFilter } from '../insight/question/facts-filter.ts';
import type { RunQuestionQuery } from '../statements/bound-query.ts';
import { readMeasures } from './read-measures.ts';
import { toTraceFigures, type TraceTerms } from './to-trace-figures.ts';
import { TRACE_ROW_KINDS, traceStepsQuery, type FoundStep } from './trace-steps-query.ts';

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
  const [whole, ...steps] = found;
  if (whole === undefined) {
    throw notFound(
      'The window has no facts of this trace that you can read. Check `trace_id`, `from`, `to` and `purposes`. Recent traffic takes some seconds to appear.',
    );
  }
  const truncated = Number(whole.steps) > TRACE_LIMITS.max_steps;
  const placed = buildTraceTree(steps.map(readStep), !truncated);
  return {
    whole: toTraceFigures(readMeasures(whole), terms),
    step_count: whole.steps,
    steps: placed.map((step) => traceStep(step, terms, mayReadDimensions)),
    truncated,
  };
}

function readStep(found: FoundStep): ReadStep {
  return {
    found,
    ...(found.kind === TRACE_ROW_KINDS.step && { id: found.step }),
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
