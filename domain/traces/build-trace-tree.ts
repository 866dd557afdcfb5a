import { linkSteps, type StepIds, type StepPlacement } from './link-steps.ts';
import { addMeasures, totalFrom, type MeasuresTotal, type StepMeasures } from './step-measures.ts';

/** A step of a trace with its own measures. */
export interface MeasuredStep extends StepIds, StepMeasures {}

/** A step in the tree of its trace. */
export interface PlacedStep<Step> {
  readonly step: Step;
  /** The number of the step in the order of the tree, from 1. */
  readonly number: number;
  readonly placement: StepPlacement;
  /** The number of the parent; present for a child. */
  readonly parent?: number;
  /** The number of steps above this step; 0 for a root. */
  readonly depth: number;
  /** The number of steps directly below this step. */
  readonly children: number;
  /** The measures of the step and of all steps below it. */
  readonly withChildren: StepMeasures;
}

interface Node<Step extends StepMeasures> {
  readonly step: Step;
  readonly placement: StepPlacement;
  parent: Node<Step> | undefined;
  readonly children: Node<Step>[];
  /** The measures of the node and of those below it; undefined if nothing was added to its own. */
  total: MeasuresTotal | undefined;
  number: number;
  depth: number;
}

/**
 * The steps of a trace in the order of their tree: each step before its children, and siblings and roots in the order
 * of `steps`. Every step has exactly one place, so the roots with their children add up to all steps. A trace can be a
 * chain of all of its steps, so no function calls itself.
 *
 * @param steps the steps in the order of their start
 * @param isWhole false if `steps` has only a part of the steps of the trace
 */
export function buildTraceTree<Step extends MeasuredStep>(
  steps: readonly Step[],
  isWhole: boolean,
): PlacedStep<Step>[] {
  const ordered = orderNodes(linkNodes(steps, isWhole));
  // Each child comes after its parent, so its total is complete before it is added.
  for (const { parent, step, total } of ordered.toReversed()) {
    if (parent === undefined) continue;
    parent.total ??= totalFrom(parent.step);
    addMeasures(parent.total, total ?? step);
  }
  return ordered.map(({ step, number, placement, parent, depth, children, total }) => ({
    step,
    number,
    placement,
    ...(parent !== undefined && { parent: parent.number }),
    depth,
    children: children.length,
    withChildren: total ?? step,
  }));
}

/** The roots, with all nodes below them. */
function linkNodes<Step extends MeasuredStep>(steps: readonly Step[], isWhole: boolean): Node<Step>[] {
  const links = linkSteps(steps, isWhole);
  const nodes = links.map(({ step, placement }) => newNode(step, placement));
  const roots: Node<Step>[] = [];
  for (const [position, node] of nodes.entries()) {
    const above = links[position]?.parent;
    node.parent = above === undefined ? undefined : nodes[above];
    (node.parent?.children ?? roots).push(node);
  }
  return roots;
}

function newNode<Step extends StepMeasures>(step: Step, placement: StepPlacement): Node<Step> {
  return { step, placement, parent: undefined, children: [], total: undefined, number: 0, depth: 0 };
}

/** All nodes in the order of the tree, with their numbers and depths. */
function orderNodes<Step extends StepMeasures>(roots: readonly Node<Step>[]): Node<Step>[] {
  const ordered: Node<Step>[] = [];
  const waiting = roots.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    node.number = ordered.push(node);
    node.depth = node.parent === undefined ? 0 : node.parent.depth + 1;
    // The stack returns the node that was put last, so the first child is put last.
    for (const child of node.children.toReversed()) waiting.push(child);
  }
  return ordered;
}
