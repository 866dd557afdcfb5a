/**
 * The places that a step can have in the tree of its trace:
 * - `root`: it names no parent;
 * - `child`: it is below its parent;
 * - `orphan`: it names a parent that the trace does not have, and is a root;
 * - `cycle`: its parent is below it, so the tree is cut here, and the step is a root;
 * - `cut`: only a part of the steps is known, and its parent is not in this part; it is a root.
 */
export const STEP_PLACEMENTS = ['root', 'child', 'orphan', 'cycle', 'cut'] as const;
export type StepPlacement = (typeof STEP_PLACEMENTS)[number];

/** The ids by which the steps of a trace refer to each other. */
export interface StepIds {
  /** The id of the step, unique within its trace. Absent if no other step can name it. */
  readonly id?: string;
  /** The id of the step that caused this step; absent if the step names none. */
  readonly parentId?: string;
}

/** A step with its place. */
export interface LinkedStep<Step> {
  readonly step: Step;
  readonly placement: StepPlacement;
  /** The position of the parent in the list of steps; present for a child. */
  readonly parent?: number;
}

/**
 * The place of each step, in the order of the steps. Each step of a cycle has one parent, so a cycle is cut at one
 * step: the first of its steps in this order.
 *
 * @param isWhole false if the list has only a part of the steps, so that a missing parent may exist
 */
export function linkSteps<Step extends StepIds>(steps: readonly Step[], isWhole: boolean): LinkedStep<Step>[] {
  const positions = new Map<string, number>();
  for (const [position, { id }] of steps.entries()) if (id !== undefined) positions.set(id, position);
  const parents = steps.map(({ parentId }) => (parentId === undefined ? undefined : positions.get(parentId)));
  const cuts = firstOfCycles(parents);
  return steps.map((step, position): LinkedStep<Step> => {
    if (step.parentId === undefined) return { step, placement: 'root' };
    const parent = parents[position];
    if (parent === undefined) return { step, placement: isWhole ? 'orphan' : 'cut' };
    return cuts.has(position) ? { step, placement: 'cycle' } : { step, placement: 'child', parent };
  });
}

/** The first position of each cycle. Every step is walked over at most twice. */
function firstOfCycles(parents: readonly (number | undefined)[]): Set<number> {
  const firsts = new Set<number>();
  /** The start of the walk that reached a position first. */
  const reachedFrom = parents.map((): number | undefined => undefined);
  for (const start of parents.keys()) {
    let at: number | undefined = start;
    while (at !== undefined && reachedFrom[at] === undefined) {
      reachedFrom[at] = start;
      at = parents[at];
    }
    // Otherwise the walk ended at a root, or at steps of an earlier walk, whose cycle is known.
    if (at !== undefined && reachedFrom[at] === start) firsts.add(firstOfCycle(parents, at));
  }
  return firsts;
}

/** The first position of the cycle that contains `member`. */
function firstOfCycle(parents: readonly (number | undefined)[], member: number): number {
  let first = member;
  for (let at = parents[member]; at !== undefined && at !== member; at = parents[at]) first = Math.min(first, at);
  return first;
}
