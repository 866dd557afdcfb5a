import { describe, expect, it } from 'vitest';
import { buildTraceTree, type MeasuredStep, type PlacedStep } from '../../../../domain/traces/build-trace-tree.ts';
import { startOf } from '../../../../domain/traces/step-measures.ts';
import { chooseCaseCount } from '../../../../testing/choose-case-count.ts';
import { createRandom, type Random } from '../../../../testing/random.ts';

interface NamedStep extends MeasuredStep {
  readonly name: string;
}

function step(name: string, parentId: string | undefined, more: Partial<MeasuredStep> = {}): NamedStep {
  return {
    name,
    id: name,
    ...(parentId !== undefined && { parentId }),
    admittedMs: 10,
    firstMs: 10,
    endMs: 20,
    sums: [1n, 100n],
    ...more,
  };
}

/** The rows of a tree: number, name, number of the parent, depth, children and sums with children. */
function rowsOf(placed: readonly PlacedStep<NamedStep>[]): unknown[] {
  return placed.map(({ step: { name }, number, placement, parent, depth, children, withChildren }) => [
    number,
    name,
    parent ?? placement,
    depth,
    children,
    ...withChildren.sums,
  ]);
}

describe('the tree of a trace', () => {
  it('has each step before its children, with siblings and roots in the order of their start', () => {
    const steps = [
      step('root', undefined),
      step('second root', undefined),
      step('first child', 'root'),
      step('second child', 'root', { sums: [2n, -30n] }),
      step('grandchild', 'first child', { sums: [0n, 7n] }),
    ];
    expect(rowsOf(buildTraceTree(steps, true))).toEqual([
      [1, 'root', 'root', 0, 2, 4n, 177n],
      [2, 'first child', 1, 1, 1, 1n, 107n],
      [3, 'grandchild', 2, 2, 0, 0n, 7n],
      [4, 'second child', 1, 1, 0, 2n, -30n],
      [5, 'second root', 'root', 0, 0, 1n, 100n],
    ]);
  });

  it('starts with children at their first admission; a fact before it, without an admission, does not count', () => {
    const steps = [
      step('call alone', undefined, { admittedMs: undefined, firstMs: 5 }),
      step('admitted', 'call alone', { admittedMs: 30, firstMs: 30 }),
      step('later call', 'admitted', { admittedMs: undefined, firstMs: 12 }),
    ];
    const starts = buildTraceTree(steps, true).map(({ step: own, withChildren }) => [
      startOf(own),
      startOf(withChildren),
    ]);
    expect(starts).toEqual([
      [5, 30],
      [30, 30],
      [12, 12],
    ]);
  });

  it('has orphans and the first step of a cycle as roots, each with the steps below it', () => {
    const steps = [step('a', 'b'), step('b', 'a'), step('lost', 'gone'), step('below', 'lost')];
    expect(rowsOf(buildTraceTree(steps, true))).toEqual([
      [1, 'a', 'cycle', 0, 1, 2n, 200n],
      [2, 'b', 1, 1, 0, 1n, 100n],
      [3, 'lost', 'orphan', 0, 1, 2n, 200n],
      [4, 'below', 3, 1, 0, 1n, 100n],
    ]);
    expect(rowsOf(buildTraceTree([step('lost', 'gone')], false))).toEqual([[1, 'lost', 'cut', 0, 0, 1n, 100n]]);
  });

  it('spans with children from the first start to the last end', () => {
    const steps = [
      step('root', undefined, { admittedMs: 50, endMs: undefined }),
      step('early', 'root', { admittedMs: 20, endMs: 70 }),
      step('late', 'root', { admittedMs: 60, endMs: 65 }),
      step('open', 'late', { admittedMs: 61, endMs: undefined }),
      step('alone', undefined, { admittedMs: 80, endMs: undefined }),
    ];
    const spans = buildTraceTree(steps, true).map(({ step: { name }, withChildren }) => [
      name,
      startOf(withChildren),
      withChildren.endMs,
    ]);
    expect(spans).toEqual([
      ['root', 20, 70],
      ['early', 20, 70],
      ['late', 60, 65],
      ['open', 61, undefined],
      ['alone', 80, undefined],
    ]);
  });

  it('leaves the measures of steps unchanged, and is empty without steps', () => {
    const steps = [step('root', undefined), step('child', 'root')];
    const [root] = buildTraceTree(steps, true);
    expect(root?.step).toBe(steps[0]);
    expect(steps[0]?.sums).toEqual([1n, 100n]);
    expect(buildTraceTree([], true)).toEqual([]);
  });

  it('of one chain of 10,000 steps adds up to its root', () => {
    const steps = Array.from({ length: 10_000 }, (_, index) =>
      step(String(index), index === 0 ? undefined : String(index - 1), { sums: [1n, BigInt(index)] }),
    );
    const placed = buildTraceTree(steps, true);
    expect(placed.map(({ step: { name } }) => name)).toEqual(steps.map(({ name }) => name));
    expect(placed[0]?.withChildren.sums).toEqual([10_000n, 49_995_000n]);
    expect(placed.at(-1)).toMatchObject({ number: 10_000, parent: 9_999, depth: 9_999, children: 0 });
  });

  it('of one cycle of 10,000 steps is cut at its first step', () => {
    const steps = Array.from({ length: 10_000 }, (_, index) => step(String(index), String((index + 1) % 10_000)));
    const placed = buildTraceTree(steps, true);
    expect(placed[0]).toMatchObject({ placement: 'cycle', children: 1, withChildren: { sums: [10_000n, 1_000_000n] } });
    expect(placed.filter(({ placement }) => placement !== 'child')).toHaveLength(1);
  });
});

/** Steps whose parents are random steps, steps that do not exist, or none. Cycles arise by chance. */
function randomSteps(random: Random): NamedStep[] {
  const count = random.whole(1, 24);
  const names = Array.from({ length: count }, (_, index) => `s${index}`);
  return names.map((name) => {
    const parent = random.chance(0.2) ? undefined : random.chance(0.15) ? 'gone' : random.pick(names);
    const made = step(name, parent, {
      admittedMs: random.chance(0.2) ? undefined : random.whole(0, 99),
      firstMs: random.whole(0, 99),
      endMs: random.chance(0.2) ? undefined : random.whole(100, 199),
      sums: [1n, BigInt(random.whole(-1_000, 1_000))],
    });
    if (random.chance(0.8)) return made;
    const { id: _id, ...unnamed } = made;
    return unnamed;
  });
}

/**
 * The steps below a step, found by walking up from each other step. A walk ends at the step that was cut from its
 * parent.
 */
function stepsBelow(placed: readonly PlacedStep<NamedStep>[], top: PlacedStep<NamedStep>): PlacedStep<NamedStep>[] {
  return placed.filter((one) => {
    for (let at: PlacedStep<NamedStep> | undefined = one; at !== undefined;) {
      if (at.number === top.number) return true;
      const { parent }: PlacedStep<NamedStep> = at;
      at = parent === undefined ? undefined : placed.find(({ number }) => number === parent);
    }
    return false;
  });
}

/** The first step of the cycle above a step; undefined if the walk up ends. */
function cycleAbove(steps: readonly NamedStep[], from: NamedStep): NamedStep | undefined {
  const parentOf = (of: NamedStep | undefined) => steps.find(({ id }) => id !== undefined && id === of?.parentId);
  let at = parentOf(from);
  for (let walked = 0; walked < steps.length; walked += 1) at = parentOf(at);
  if (at === undefined) return undefined;
  const cycle = [at];
  for (let next = parentOf(at); next !== at && next !== undefined; next = parentOf(next)) cycle.push(next);
  return steps.find((one) => cycle.includes(one));
}

it('equals a slow reference for random steps, and adds up exactly', () => {
  for (let seed = 1; seed <= chooseCaseCount(200, 5_000); seed += 1) {
    const steps = randomSteps(createRandom(seed));
    const placed = buildTraceTree(steps, true);
    expect(placed.map(({ number }) => number)).toEqual(steps.map((_, index) => index + 1));
    expect(new Set(placed.map((one) => one.step))).toEqual(new Set(steps));
    for (const one of placed) {
      const { parentId } = one.step;
      const above = steps.find(({ id }) => id !== undefined && id === parentId);
      const isCut = cycleAbove(steps, one.step) === one.step;
      const expected = parentId === undefined ? 'root' : above === undefined ? 'orphan' : isCut ? 'cycle' : 'child';
      expect([seed, one.step.name, one.placement]).toEqual([seed, one.step.name, expected]);
      const parent = placed.find(({ number }) => number === one.parent);
      expect(parent?.step).toBe(expected === 'child' ? above : undefined);
      expect(one.depth).toBe(parent === undefined ? 0 : parent.depth + 1);
      const below = stepsBelow(placed, one);
      expect(one.children).toBe(below.filter(({ parent: number }) => number === one.number).length);
      // Everything below a step follows it without a gap.
      expect(below.map(({ number }) => number)).toEqual(below.map((_, index) => one.number + index));
      const ends = below.flatMap(({ step: { endMs } }) => endMs ?? []);
      const admissions = below.flatMap(({ step: { admittedMs } }) => admittedMs ?? []);
      expect(one.withChildren).toMatchObject({
        admittedMs: admissions.length === 0 ? undefined : Math.min(...admissions),
        firstMs: Math.min(...below.map(({ step: { firstMs } }) => firstMs)),
        endMs: ends.length === 0 ? undefined : Math.max(...ends),
        sums: [0, 1].map((figure) => below.reduce((sum, { step: { sums } }) => sum + sums[figure]!, 0n)),
      });
    }
    const roots = placed.filter(({ parent }) => parent === undefined);
    const all = roots.reduce((sum, { withChildren }) => sum + withChildren.sums[1]!, 0n);
    expect(all).toBe(steps.reduce((sum, { sums }) => sum + sums[1]!, 0n));
    // Siblings and roots are in the order of the steps.
    for (const group of [roots, ...placed.map(({ number }) => placed.filter(({ parent }) => parent === number))]) {
      const positions = group.map((one) => steps.indexOf(one.step));
      expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    }
  }
});
