import { describe, expect, it } from 'vitest';
import { linkSteps, type StepIds } from '../../../../domain/traces/link-steps.ts';

/** Steps from texts: `a` has no parent, `b<a` has the parent `a`, and `<a` has no id. */
function stepsOf(...texts: readonly string[]): StepIds[] {
  return texts.map((text) => {
    const [id, parentId] = text.split('<');
    return { ...(id !== '' && id !== undefined && { id }), ...(parentId !== undefined && { parentId }) };
  });
}

/** The place of each step as a text: its placement, or the position of its parent. */
function placesOf(texts: readonly string[], isWhole = true): string[] {
  return linkSteps(stepsOf(...texts), isWhole).map(({ placement, parent }) =>
    placement === 'child' ? `below ${parent}` : placement,
  );
}

describe('the place of a step', () => {
  it('is a root without a parent, and below its parent otherwise, in any order', () => {
    expect(placesOf(['b<a', 'a', 'c<b'])).toEqual(['below 1', 'root', 'below 0']);
    expect(linkSteps([], true)).toEqual([]);
  });

  it('is below its parent also for a request that no other step can name', () => {
    expect(placesOf(['a', '<a', '<a', ''])).toEqual(['root', 'below 0', 'below 0', 'root']);
  });

  it('is an orphan if the trace does not have its parent', () => {
    expect(placesOf(['a', 'b<gone', 'c<b'])).toEqual(['root', 'orphan', 'below 1']);
  });

  it('is cut off if only a part of the steps is known', () => {
    expect(placesOf(['a', 'b<gone', 'c<b'], false)).toEqual(['root', 'cut', 'below 1']);
  });

  it.each<[name: string, steps: string[], places: string[], isWhole?: boolean]>([
    ['a step that is its own parent', ['a<a', 'b<a'], ['cycle', 'below 0']],
    ['two steps', ['a<b', 'b<a'], ['cycle', 'below 0']],
    ['three steps', ['b<a', 'c<b', 'a<c'], ['cycle', 'below 0', 'below 1']],
    ['a cycle below which the first step is', ['x<c', 'b<a', 'c<b', 'a<c'], ['below 2', 'cycle', 'below 1', 'below 2']],
    ['two cycles', ['a<b', 'c<d', 'b<a', 'd<c'], ['cycle', 'cycle', 'below 0', 'below 1']],
    ['a cycle in a truncated trace', ['a<b', 'b<a'], ['cycle', 'below 0'], false],
  ])('cuts a cycle at its first step: %s', (_name, steps, places, isWhole = true) => {
    expect(placesOf(steps, isWhole)).toEqual(places);
  });
});
