import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerGroup } from '../../../../contracts/insight/answer/answer-group.ts';
import { answerCsv } from '../../../../contracts/insight/csv/answer-csv.ts';
import { CSV_COLUMNS, DIMENSION_CSV_COLUMNS, type CsvRow } from '../../../../contracts/insight/csv/csv-rows.ts';
import type { InsightAnswer } from '../../../../contracts/insight/answer/insight-answer.ts';
import { spreadsheetText } from '../../../../contracts/insight/csv/spreadsheet-text.ts';
import { makeAnswer } from '../../../../testing/api/answers.ts';
import { anyAnswer } from '../../../../testing/insight/any-answer.ts';
import { anyDimensionAnswer } from '../../../../testing/insight/any-dimension-answer.ts';

type Line = Required<CsvRow>;

const textOf = (answer: InsightAnswer): string => [...answerCsv(answer)].join('');

/** The table as a reader of RFC 4180 parses it, without the mark against formulas in texts. */
function linesOf(text: string): Line[] {
  const rows: Line[] = parse(text, { columns: true, record_delimiter: '\r\n' });
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, unmarked(cell)])) as Line,
  );
}

const unmarked = (cell: string): string => cell.replace(/(^|;)'/g, '$1');
const given = (line: Line): CsvRow => Object.fromEntries(Object.entries(line).filter(([, cell]) => cell !== ''));
const answerOf = (...groups: AnswerGroup[]): InsightAnswer => ({ ...makeAnswer(), groups });

/** The members of a group, read from its lines by the description in docs/reports.md. */
function groupOf(lines: readonly Line[]): Omit<AnswerGroup, 'latency'> & { latency: unknown[] } {
  const first = lines[0]!;
  const current = lines.filter(({ period }) => period === 'current');
  const before = lines.filter(({ period }) => period === 'previous');
  const part = (prefix: string, line: Line): Record<string, string> =>
    Object.fromEntries(
      Object.entries(line)
        .filter(([name, cell]) => name.startsWith(prefix) && cell !== '')
        .map(([name, cell]) => [name.slice(prefix.length), cell]),
    );
  const completion = part('completion_', first);
  const protection = part('protection_', first);
  const { state, reason, ...counts } = part('spend_', first);
  const spend = state === 'available' ? { state, counts } : { state, reason };
  return {
    purpose: first.purpose as AnswerGroup['purpose'],
    ...(first.facet !== '' && {
      facet: {
        member: first.facet,
        ...(first.facet_value !== '' && { value: first.facet_value }),
        ...(first.facet_unserved === 'true' && { unserved: true }),
      } as NonNullable<AnswerGroup['facet']>,
    }),
    cells: current.map(cellOf),
    latency: current.filter(({ latency_method: method }) => method !== '').map(latencyOf),
    ...(Object.keys(protection).length > 0 && { protection: protection as AnswerGroup['protection'] & object }),
    ...(Object.keys(completion).length > 0 && {
      evidence_coverage: { completion, ...(state !== undefined && { spend }) } as AnswerGroup['evidence_coverage'] &
        object,
    }),
    ...(before.length > 0 && {
      previous: {
        from: before[0]!.from,
        to: before[0]!.to,
        cells: before.map(cellOf),
        ...(first.comparison_note !== '' && { note: first.comparison_note as 'both_incomplete' }),
      },
    }),
  };
}

/** The dimension of a group, read from one of its lines. */
function dimensionOf(line: Line): AnswerGroup['dimension'] {
  const { dimension: name, dimension_value: value, dimension_other_values: values } = line;
  const { dimension_folded_events: events } = line;
  return {
    name,
    ...(value !== '' && { value }),
    ...(line.dimension_other === 'true' && { other: true }),
    ...(values !== '' && { values }),
    ...(events !== '' && { folded_events: events }),
    ...(line.dimension_withheld === 'true' && { withheld: true }),
  };
}

function cellOf({
  metric,
  state,
  number,
  unit,
  coverage,
  reason,
  lower_bound: floor,
}: Line): AnswerGroup['cells'][number] {
  expect(floor).toBe(state === 'unavailable' ? '' : String(state === 'partial'));
  const value =
    state === 'unavailable'
      ? { state, reason }
      : { state, number, unit, ...(state === 'partial' && { coverage: coverage.split(' ') }) };
  return { metric, value: value as AnswerGroup['cells'][number]['value'] };
}

function latencyOf(line: Line): unknown {
  const populations = ['overall', 'succeeded', 'refused', 'failed', 'cancelled', 'partial', 'unknown'].flatMap(
    (outcome) => {
      const column = (name: string): string => line[`latency_${outcome}_${name}` as keyof Line];
      if (column('samples') === '') return [];
      const levels = ['p50', 'p75', 'p90', 'p95', 'p99'].map((level) => [level, column(level)] as const);
      const quantiles = column('p50') !== '' && { quantiles: Object.fromEntries(levels) };
      return [{ outcome, samples: column('samples'), ...quantiles }];
    },
  );
  return {
    metric: line.metric,
    method: line.latency_method,
    ...(line.latency_max_relative_error !== '' && { max_relative_error: line.latency_max_relative_error }),
    populations,
  };
}

describe('an answer as a table', () => {
  it('is only its header if the window has no traffic', () => {
    const empty = makeAnswer();
    delete empty.groups;
    expect(textOf(empty)).toBe(`${CSV_COLUMNS.join(',')}\r\n`);
  });

  it('has a row per group and cell, in order, with no number for an unavailable one', () => {
    const answer: InsightAnswer = {
      ...answerOf(
        {
          purpose: 'application',
          bucket: { from: '2026-02-01T00:00:00.000Z', to: '2026-02-02T00:00:00.000Z', label: '2026-02-01 01:00' },
          facet: { member: 'route', value: 'a "b", c\nd' },
          cells: [
            { metric: 'requests.v1', value: { state: 'available', number: '3', unit: 'count' } },
            { metric: 'completion_rate.v1', value: { state: 'unavailable', reason: 'denominator_zero' } },
          ],
        },
        {
          purpose: 'judge',
          facet: { member: 'route', unserved: true },
          cells: [
            {
              metric: 'provider_spend.v1',
              value: {
                state: 'partial',
                number: '-1500000',
                unit: 'nano_usd',
                coverage: ['ingest_gap:gateway_journal', 'unpriced_population'],
              },
            },
          ],
        },
      ),
      coverage: ['ingest_gap:gateway_journal'],
      truncated: true,
    };
    const whole = { answer_coverage: 'ingest_gap:gateway_journal', answer_truncated: 'true' };
    const day = { from: '2026-02-01T00:00:00.000Z', to: '2026-02-02T00:00:00.000Z', bucket: '2026-02-01 01:00' };
    const first = { purpose: 'application', period: 'current', ...day, facet: 'route', facet_value: 'a "b", c\nd' };
    expect(linesOf(textOf(answer)).map(given)).toEqual([
      {
        ...first,
        metric: 'requests.v1',
        state: 'available',
        number: '3',
        unit: 'count',
        lower_bound: 'false',
        ...whole,
      },
      { ...first, metric: 'completion_rate.v1', state: 'unavailable', reason: 'denominator_zero', ...whole },
      {
        purpose: 'judge',
        period: 'current',
        from: '2026-02-01T00:00:00.000Z',
        to: '2026-03-01T00:00:00.000Z',
        facet: 'route',
        facet_unserved: 'true',
        metric: 'provider_spend.v1',
        state: 'partial',
        number: '-1500000',
        unit: 'nano_usd',
        amount_usd: '-0.0015',
        lower_bound: 'true',
        coverage: 'ingest_gap:gateway_journal unpriced_population',
        ...whole,
      },
    ]);
    expect(textOf(answer)).toContain(',"a ""b"", c\nd",');
    expect(textOf(answer)).toContain(',-1500000,nano_usd,-0.0015,');
  });

  it('loses nothing of any answer: its groups are read back completely', () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const lines = linesOf(textOf(answer));
        const groups = answer.groups ?? [];
        expect(lines).toHaveLength(
          groups.reduce((sum, one) => sum + one.cells.length + (one.previous?.cells.length ?? 0), 0),
        );
        let at = 0;
        for (const { bucket, latency = [], ...group } of groups) {
          const size = group.cells.length + (group.previous?.cells.length ?? 0);
          const own = lines.slice(at, (at += size));
          const read = groupOf(own);
          const inOrder = [...latency].sort((a, b) => place(group.cells, a.metric) - place(group.cells, b.metric));
          expect(read).toEqual({ ...group, latency: inOrder });
          const { from, to } = bucket ?? answer.read_context;
          expect([own[0]!.from, own[0]!.to, own[0]!.bucket]).toEqual([
            from,
            to,
            bucket ? unmarked(spreadsheetText(bucket.label)) : '',
          ]);
          expect([own[0]!.answer_coverage, own[0]!.answer_truncated]).toEqual([
            answer.coverage.join(' '),
            String(answer.truncated),
          ]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('loses no dimension of any answer', () => {
    fc.assert(
      fc.property(anyDimensionAnswer, (answer) => {
        const lines = linesOf(textOf(answer));
        const groups = answer.groups ?? [];
        expect(lines.map(dimensionOf)).toEqual(groups.flatMap(({ dimension, cells }) => cells.map(() => dimension)));
      }),
      { numRuns: 40 },
    );
  });

  it('has no field that begins like a formula, except for numbers', () => {
    fc.assert(
      fc.property(fc.oneof(anyAnswer, anyDimensionAnswer), (answer) => {
        const rows: string[][] = parse(textOf(answer), { record_delimiter: '\r\n' });
        for (const field of rows.flat()) {
          expect(field).toMatch(/^([^=+\-@\t\r\n＝＋－＠]|-\d+(\.\d+)?$|$)/);
          expect(field).not.toMatch(/;[=+\-@\t\r\n＝＋－＠"]/);
        }
      }),
      { numRuns: 40 },
    );
  });
});

const place = (cells: AnswerGroup['cells'], metric: string): number =>
  cells.findIndex((cell) => cell.metric === metric);

describe('a text for a spreadsheet', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ['＝1', "'＝1"],
    ['-', "'-"],
    ['-1e5', "'-1e5"],
    ["'=1", "''=1"],
    ['-5', '-5'],
    ['-0.25', '-0.25'],
    ['gpt-4=x', 'gpt-4=x'],
    ["x;=cmd|'/C calc'!A1;y", "x;'=cmd|'/C calc'!A1;y"],
    ['=1;=2;;-3', "'=1;'=2;;'-3"],
    ['x;"=1', 'x;\'"=1'],
    ["x;'=1", "x;''=1"],
    ['"x"', '"x"'],
    ['x; =1', "x;' =1"],
    [' =1', "' =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\ufeff+1', "'\ufeff+1"],
    ['\u200b\u2060@x', "'\u200b\u2060@x"],
    ['\u202e \u3000-1', "'\u202e \u3000-1"],
    [' -1', "' -1"],
    ["  'x", "'  'x"],
    ['a; =1', "a;' =1"],
    ['a;\u200b"b', 'a;\'\u200b"b'],
    [' x=1', ' x=1'],
    ['\u200bx', '\u200bx'],
    ['', ''],
  ])('%j is %j', (text, shown) => {
    expect(spreadsheetText(text)).toBe(shown);
  });

  it('never maps two texts to one', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(';', "'", '=', '"', '-', '1', 'x', ' ', '\u00a0', '\u200b', '\ufeff') }),
    );
    fc.assert(fc.property(texts, (text) => unmarked(spreadsheetText(text)) === text));
    expect(spreadsheetText("'")).toBe("''");
  });

  it('has another column if not every value of a facet has its own group', () => {
    const group: AnswerGroup = {
      purpose: 'judge',
      cells: [{ metric: 'requests.v1', value: { state: 'available', number: '1', unit: 'count' } }],
    };
    const route: AnswerGroup = { ...group, facet: { member: 'route', value: 'r' } };
    const plain = textOf(answerOf(route));
    const [names = '', first = '', last = ''] = textOf(
      answerOf(route, { ...group, facet: { member: 'route', other: true } }),
    ).split('\r\n');
    expect(names).toBe(`${CSV_COLUMNS.join(',')},facet_other`);
    expect(plain).toBe(`${CSV_COLUMNS.join(',')}\r\n${first.replace(/,$/, '')}\r\n`);
    expect(last).toMatch(/^judge,current,.*,true$/);
  });

  it('has the columns of dimensions at the end, if groups are values of dimensions', () => {
    const cells: AnswerGroup['cells'] = [
      { metric: 'requests.v1', value: { state: 'available', number: '1', unit: 'count' } },
    ];
    const group = (dimension: AnswerGroup['dimension'] & object): AnswerGroup => ({
      purpose: 'judge',
      dimension,
      cells,
    });
    const text = textOf(
      answerOf(
        group({ name: 'user', value: '=1+1, "x"' }),
        group({ name: 'user', other: true, values: '12', folded_events: '34' }),
        group({ name: 'user' }),
        group({ name: 'tag.plan', withheld: true }),
      ),
    );
    const [names = '', ...lines] = text.split('\r\n');
    expect(names).toBe(`${CSV_COLUMNS.join(',')},${DIMENSION_CSV_COLUMNS.join(',')}`);
    expect(DIMENSION_CSV_COLUMNS).toEqual([
      'dimension',
      'dimension_value',
      'dimension_other',
      'dimension_other_values',
      'dimension_withheld',
      'dimension_folded_events',
    ]);
    expect(lines.map((line) => /^.*,false,(.*)$/.exec(line)?.[1])).toEqual([
      `user,"'=1+1, ""x""",,,,`,
      'user,,true,12,,34',
      'user,,,,,',
      'tag.plan,,,,true,',
      undefined,
    ]);
  });
});
