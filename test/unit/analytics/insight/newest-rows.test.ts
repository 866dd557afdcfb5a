import { describe, expect, it } from 'vitest';
import type { FactsFilter } from '../../../../analytics/insight/question/facts-filter.ts';
import { newestParts, pageParts } from '../../../../analytics/insight/rows/newest-parts.ts';
import { newestRows } from '../../../../analytics/insight/rows/newest-rows.ts';
import type { PageBounds } from '../../../../analytics/insight/rows/page-clauses.ts';
import type { RunQuestionQuery } from '../../../../analytics/statements/bound-query.ts';

const filter: FactsFilter = {
  organizationId: 'org_a',
  workspaceId: 't_a',
  environmentIds: ['env_a'],
  from: new Date('2026-01-01T00:00:00.000Z'),
  to: new Date('2026-03-01T12:00:00.000Z'),
  releaseIds: [],
  fence: 100n,
  hasReplacedEndings: false,
  exclusions: [],
};

interface Row {
  readonly at: string;
  readonly id: string;
  readonly seq: number;
}

const row = (instant: string, id: string, seq = 1): Row => ({ at: String(Date.parse(instant)), id, seq });

/** Facts in the order of the statements; some occur more than once. */
const FACTS = [
  row('2026-03-01T11:00:00.000Z', 'b', 3),
  row('2026-03-01T11:00:00.000Z', 'b', 2),
  row('2026-03-01T11:00:00.000Z', 'b'),
  row('2026-03-01T11:00:00.000Z', 'a'),
  row('2026-02-28T12:00:00.000Z', 'a', 2),
  row('2026-02-28T12:00:00.000Z', 'a'),
  row('2026-02-28T11:59:59.999Z', 'c'),
  row('2026-01-20T00:00:00.000Z', 'c', 2),
  row('2026-01-20T00:00:00.000Z', 'c'),
  row('2026-01-01T00:00:00.000Z', 'a'),
];
const ONCE = FACTS.filter((fact, index) => FACTS.findIndex(({ at, id }) => at === fact.at && id === fact.id) === index);

async function readPage(page: PageBounds): Promise<{ rows: Row[]; statements: number }> {
  let statements = 0;
  const ask: RunQuestionQuery = <Found>({ params }: Parameters<RunQuestionQuery>[0]) => {
    statements += 1;
    const { from, to, rows, after_at: afterAt, after_id: afterId } = params as Record<string, string>;
    const found = FACTS.filter(({ at }) => Number(at) >= Number(from) && Number(at) < Number(to)).filter(
      ({ at, id }) => afterAt === undefined || Number(at) < Number(afterAt) || (at === afterAt && id < (afterId ?? '')),
    );
    return Promise.resolve(found.slice(0, Number(rows)) as Found[]);
  };
  const rows = await newestRows<Row>(ask, pageParts(filter, page), page, {
    positionOf: ({ at, id }) => [at, id],
    query: (part, { rows: wanted, after }) => ({
      tag: 'insight.test',
      sql: '',
      params: {
        from: String(part.from.getTime()),
        to: String(part.to.getTime()),
        rows: String(wanted),
        ...(after && { after_at: after[0], after_id: after[1] ?? '' }),
      },
    }),
  });
  return { rows, statements };
}

describe('the newest rows', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 100])('are the first %i, each once in its last version', async (rows) => {
    expect((await readPage({ rows })).rows).toEqual(ONCE.slice(0, rows));
  });

  it.each(ONCE.map((fact, index) => [index, fact] as const))(
    'continue after position %i',
    async (index, { at, id }) => {
      expect((await readPage({ rows: 3, after: [at, id] })).rows).toEqual(ONCE.slice(index + 1, index + 4));
    },
  );

  it('need one statement if the last day contains them', async () => {
    expect((await readPage({ rows: 1 })).statements).toBe(1);
  });

  it('are read again if repetitions filled the page', async () => {
    const { rows, statements } = await readPage({ rows: 2 });
    expect(rows).toEqual([FACTS[0], FACTS[3]]);
    expect(statements).toBe(2);
  });
});

describe('the parts of a window', () => {
  const spans = (parts: Iterable<FactsFilter>) =>
    [...parts].map(({ from, to }) => [from.toISOString().slice(0, 13), to.toISOString().slice(0, 13)]);

  it('are consecutive without a gap, newest first, and grow', () => {
    expect(spans(newestParts(filter, 30))).toEqual([
      ['2026-02-28T12', '2026-03-01T12'],
      ['2026-01-29T12', '2026-02-28T12'],
      ['2026-01-01T00', '2026-01-29T12'],
    ]);
  });

  it('begin at the position after which a page continues, including its instant', () => {
    const [first] = pageParts(filter, { rows: 1, after: [String(Date.parse('2026-02-10T00:00:00.000Z')), 'a'] });
    expect(first?.to).toEqual(new Date('2026-02-10T00:00:00.001Z'));
    expect(first?.from).toEqual(new Date('2026-02-09T00:00:00.001Z'));
  });

  it('are empty for an empty window', () => {
    expect(spans(newestParts({ ...filter, from: filter.to }, 2))).toEqual([]);
  });
});
