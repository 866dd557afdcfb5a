import { describe, expect, it } from 'vitest';
import { type Decision, readDecisions } from '../../scripts/decisions/read-decisions.ts';

const decisions = await readDecisions();
const byNumber = new Map(decisions.map((decision) => [decision.number, decision]));

/** The maximum number of core decisions, which a reader can read before a first change. */
const MAX_CORE = 28;
const MAX_TITLE_CHARACTERS = 70;
const MAX_HOLDS_WORDS = 25;

describe('decision pages', () => {
  it('have a number, an area and a title each, without repeated numbers', () => {
    expect(decisions.length).toBeGreaterThan(190);
    expect(byNumber.size).toBe(decisions.length);
  });

  it('have different titles of at most 70 characters', () => {
    expect(filesOf(({ title }) => title.length > MAX_TITLE_CHARACTERS)).toEqual([]);
    expect(new Set(decisions.map(({ title }) => title)).size).toBe(decisions.length);
  });

  it('state the decision in one sentence of at most 25 words', () => {
    expect(filesOf(({ holds }) => !isOneSentence(holds))).toEqual([]);
    expect(filesOf(({ holds }) => holds.split(/\s+/).length > MAX_HOLDS_WORDS)).toEqual([]);
  });

  it('are core in at most 28 cases, none of them superseded', () => {
    const core = decisions.filter((decision) => decision.core);
    expect(core.length).toBeGreaterThan(0);
    expect(core.length).toBeLessThanOrEqual(MAX_CORE);
    expect(core.filter((decision) => decision.superseded_by !== undefined)).toEqual([]);
  });

  it('name later pages that exist, have higher numbers and name them in return', () => {
    expect(
      unreturned(
        (decision) => decision.amended_by ?? [],
        (later) => later.amends ?? [],
      ),
    ).toEqual([]);
    expect(
      unreturned(
        ({ superseded_by: later }) => (later === undefined ? [] : [later]),
        (later) => later.supersedes ?? [],
      ),
    ).toEqual([]);
  });

  it('name earlier pages that exist and name them in return', () => {
    const notNamed = decisions.flatMap(({ number, amends = [], supersedes = [] }) => [
      ...amends.filter((earlier) => byNumber.get(earlier)?.amended_by?.includes(number) !== true),
      ...supersedes.filter((earlier) => byNumber.get(earlier)?.superseded_by !== number),
    ]);
    expect(notNamed).toEqual([]);
  });
});

describe('one sentence', () => {
  it('ends with its only full stop, regardless of dots in code and numbers', () => {
    expect(isOneSentence('`evals.drift` holds at 0.8 of the rows.')).toBe(true);
    expect(isOneSentence('The gateway holds. It holds twice.')).toBe(false);
    expect(isOneSentence('The gateway holds')).toBe(false);
  });
});

function filesOf(isWrong: (decision: Decision) => boolean): string[] {
  return decisions.filter(isWrong).map(({ file }) => file);
}

function isOneSentence(text: string): boolean {
  return /^\S.*\.$/.test(text) && !/[.!?]\s/.test(text);
}

/** Pages whose later page does not exist, is not later, or does not name them. */
function unreturned(
  laterOf: (decision: Decision) => readonly string[],
  earlierOf: (later: Decision) => readonly string[],
): string[] {
  return decisions.flatMap((decision) =>
    laterOf(decision)
      .filter((number) => {
        const later = byNumber.get(number);
        return later === undefined || number <= decision.number || !earlierOf(later).includes(decision.number);
      })
      .map((number) => `${decision.number} -> ${number}`),
  );
}
