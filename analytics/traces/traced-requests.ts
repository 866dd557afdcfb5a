import type { FactsFilter } from '../insight/question/facts-filter.ts';
import { endingConditions, factConditions } from '../insight/sql/fact-conditions.ts';

/** The permissions of a reader on which the columns of a statement depend. */
export interface TraceColumns {
  /** True to read cost effects; otherwise all figures of money are 0. */
  readonly money: boolean;
  /** True to read agents and tools; otherwise their lists are empty. */
  readonly dimensions: boolean;
}

/** The expression of each column over the facts of one table. */
type FactColumns = Readonly<Record<keyof typeof OF_OTHER_FACTS, string>>;

/**
 * The columns that only some facts have, with their values for the others. No name equals a column of a table, so that
 * conditions always mean the columns.
 */
const OF_OTHER_FACTS = {
  /** Admissions and endings: the request is counted. */
  opens: '0',
  admitted: 'NULL',
  ended: 'NULL',
  ending: `''`,
  streams: '0',
  microseconds: 'NULL',
  model: `''`,
  calls: '0',
  usages: '0',
  tokens: '0',
  amount: '0',
  prices: '0',
  awaited: '0',
  lacking: '0',
  corrections: '0',
};

/** A table with facts of traces. */
interface TracedTable {
  readonly name: string;
  readonly timeBase: string;
  /** The columns that its facts have. */
  readonly own: Partial<FactColumns>;
}

const ADMISSION: Partial<FactColumns> = { opens: '1', admitted: 'admitted_at', streams: 'toUInt8(streaming)' };

const TABLES: readonly TracedTable[] = [
  { name: 'request_admissions_v1', timeBase: 'admitted_at', own: ADMISSION },
  {
    name: 'request_terminals_v1',
    timeBase: 'admitted_at',
    own: {
      ...ADMISSION,
      ended: 'terminal_at',
      ending: 'toString(status)',
      // Whole microseconds add up exactly in any order, and sums of binary fractions do not.
      microseconds: 'toInt64(round(total_ms * 1000))',
    },
  },
  {
    name: 'attempts_v1',
    timeBase: 'dispatched_at',
    own: {
      model: 'toString(provider_model)',
      calls: '1',
      usages: 'toUInt8(usage_known AND isNotNull(total_tokens))',
      tokens: 'ifNull(total_tokens, 0)',
    },
  },
  {
    name: 'cost_effects_v1',
    timeBase: 'occurred_at',
    own: {
      amount: 'nanos',
      prices: 'priced',
      awaited: 'pending',
      lacking: 'unpriced',
      corrections: 'adjustments',
    },
  },
];

/**
 * A subquery with one row for each request of some traces: the step that it belongs to, and its figures. Facts of
 * different arrivals may state different steps for a request. The first to arrive counts, as everywhere else.
 *
 * @param traced the condition that selects the traces, on the column `trace_id`
 */
export function tracedRequests(filter: FactsFilter, traced: string, columns: TraceColumns): string {
  const tables = columns.money ? TABLES : TABLES.filter(({ name }) => name !== 'cost_effects_v1');
  const branches = tables.map((table) => {
    const conditions =
      table.name === 'request_terminals_v1'
        ? endingConditions(filter, 'included')
        : factConditions(table.timeBase, filter, 'included');
    return selectFacts(table, [...conditions, traced], columns);
  });
  return [
    'SELECT',
    `  ${REQUEST_COLUMNS.join(',\n  ')}`,
    'FROM',
    '(',
    branches.join('\n  UNION ALL\n'),
    ') AS fact',
    'GROUP BY trace, request_id',
  ].join('\n');
}

/** The columns of one request. Amounts and tokens are added in 128 bits, because 64 bits overflow silently. */
const REQUEST_COLUMNS = [
  'fact.trace_id AS trace',
  'fact.logical_request_id AS request_id',
  `argMinIf(fact.step_id, fact.arrival_seq, fact.step_id != '') AS own_step`,
  `argMinIf(fact.parent_id, fact.arrival_seq, fact.parent_id != '') AS own_parent`,
  `groupUniqArrayIf(fact.caller, fact.caller != '') AS agents`,
  `groupUniqArrayIf(fact.used_tool, fact.used_tool != '') AS tools`,
  `groupUniqArrayIf(fact.model, fact.model != '') AS models`,
  'min(fact.admitted) AS first_admission',
  'min(fact.at) AS first_fact',
  'max(fact.ended) AS last_ending',
  'max(fact.opens) AS is_counted',
  `argMaxIf(fact.ending, fact.arrival_seq, fact.ending != '') AS final_status`,
  'max(fact.streams) AS is_streamed',
  'count(fact.microseconds) AS samples',
  'sum(toInt128(ifNull(fact.microseconds, 0))) AS sampled',
  'sum(toInt64(fact.calls)) AS call_count',
  'sum(toInt64(fact.usages)) AS usage_count',
  'sum(toInt128(fact.tokens)) AS token_sum',
  'sum(toInt128(fact.amount)) AS amount_sum',
  'sum(toInt64(fact.prices)) AS price_count',
  'sum(toInt64(fact.awaited)) AS awaited_count',
  'sum(toInt64(fact.lacking)) AS lacking_count',
  'sum(toInt64(fact.corrections)) AS correction_count',
];

/** The facts of one table, with the columns of all of them. */
function selectFacts(
  { name, timeBase, own }: TracedTable,
  where: readonly string[],
  { dimensions }: TraceColumns,
): string {
  const figures = Object.entries({ ...OF_OTHER_FACTS, ...own });
  return [
    '  SELECT',
    ...['trace_id', 'logical_request_id', 'arrival_seq', 'step_id', 'parent_id'].map((column) => `    ${column},`),
    `    ${dimensions ? 'agent' : `''`} AS caller,`,
    `    ${dimensions ? 'tool' : `''`} AS used_tool,`,
    `    ${timeBase} AS at,`,
    `    ${figures.map(([column, expression]) => `${expression} AS ${column}`).join(',\n    ')}`,
    `  FROM ${name}`,
    `  WHERE ${where.join('\n    AND ')}`,
  ].join('\n');
}
