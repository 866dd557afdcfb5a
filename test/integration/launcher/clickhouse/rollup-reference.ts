import { TOKEN_KIND_FIGURES } from '../../../../analytics/insight/plan/traffic-populations.ts';
import { ADDITIVE_FIGURES, type AdditiveFigure } from '../../../../domain/insight/group-sums.ts';
import type { RollupBreadth } from '../../../../analytics/insight/plan/rollup-breadth.ts';
import type { FactRow, FactTable } from '../../../../analytics/indexer/events/fact-rows.ts';

export interface PlacedFact {
  readonly table: FactTable;
  readonly row: FactRow;
  readonly seq: number;
}

/**
 * Sums by key. A key is the JSON of the rollup's key columns. The values are the figures in order and the last
 * sequence.
 */
export type Sums = Record<string, string[]>;

/** The units of time of rollups. */
export const ROLLUP_UNITS = ['hour', 'day', 'month'] as const;
export type RollupUnit = (typeof ROLLUP_UNITS)[number];

/** The figures of rollups, in the order of `Sums`. */
export const ROLLUP_FIGURES: readonly AdditiveFigure[] = ADDITIVE_FIGURES.filter(
  (figure) => !TOKEN_KIND_FIGURES.has(figure),
);

type Figures = Partial<Record<AdditiveFigure, bigint>>;

const flag = (is: boolean): bigint => (is ? 1n : 0n);

/** The contribution of one fact to the sums, and its facets. This code is written independently of the views. */
function contributionOf({
  table,
  row,
}: Pick<PlacedFact, 'table' | 'row'>):
  | { at: unknown; figures: Figures; facets: [string, unknown, boolean][] }
  | undefined {
  const whole: [string, unknown, boolean][] = [['', '', false], ['input_size_bucket', row['input_size_bucket'], false]]; // oxfmt-ignore
  switch (table) {
    case 'request_admissions_v1':
      return { at: row['admitted_at'], figures: { admitted: 1n }, facets: whole };
    case 'request_terminals_v1':
    case 'replaced_terminals_v1': {
      const served = row['final_model'] !== '';
      const figures = terminalFigures(row, served);
      return {
        at: row['admitted_at'],
        figures: table === 'request_terminals_v1' ? figures : negated(figures),
        facets: [
          ...whole,
          ['final_model', row['final_model'], !served],
          ['route', served ? row['route_id'] : '', !served],
          ['outcome', row['status'], false],
          ['connection', row['connection_id'], false],
        ],
      };
    }
    case 'attempts_v1': {
      const measured = row['usage_known'] === true && row['total_tokens'] !== null;
      const figures = { attempts: 1n, measured: flag(measured), total_tokens: BigInt(row['total_tokens'] ?? 0) };
      return { at: row['dispatched_at'], figures, facets: [...whole, ...callFacets(row)] };
    }
    case 'cost_effects_v1':
      return { at: row['occurred_at'], figures: costFigures(row), facets: [...whole, ...callFacets(row)] };
    default:
      return undefined;
  }
}

function callFacets(row: FactRow): [string, unknown, boolean][] {
  return [
    ['final_model', row['provider_model'], false],
    ['route', row['route_id'], false],
    ['connection', row['connection_id'], false],
  ];
}

function terminalFigures(row: FactRow, served: boolean): Figures {
  return {
    ended: 1n,
    succeeded: flag(row['status'] === 'succeeded'),
    refused: flag(row['status'] === 'refused'),
    failed: flag(row['status'] === 'failed'),
    cancelled: flag(row['status'] === 'cancelled'),
    partial: flag(row['status'] === 'partial'),
    served: flag(served),
    routed: flag(served && row['route_id'] !== ''),
    protection_observed: flag(row['protection_observed'] === true),
    response_samples: flag(row['total_ms'] !== null),
    first_output_samples: flag(row['first_output_ms'] !== null),
  };
}

/** The figures that a replaced ending takes away again. */
function negated(figures: Figures): Figures {
  return Object.fromEntries(ROLLUP_FIGURES.map((name) => [name, -(figures[name] ?? 0n)]));
}

function costFigures(row: FactRow): Figures {
  const nanos = BigInt(row['nanos'] ?? 0);
  return {
    effects: 1n,
    nanos,
    settled_nanos: row['effect_kind'] === 'adjustment' ? 0n : nanos,
    priced: BigInt(row['priced'] ?? 0),
    pending: BigInt(row['pending'] ?? 0),
    unpriced: BigInt(row['unpriced'] ?? 0),
    estimated: BigInt(row['estimated'] ?? 0),
    estimate_unknown: BigInt(row['estimate_unknown'] ?? 0),
    adjustments: BigInt(row['adjustments'] ?? 0),
  };
}

/** The start of the hour, day or month of an instant, in ClickHouse's format. */
function startOf(instant: unknown, unit: RollupUnit): string {
  const text = String(instant);
  switch (unit) {
    case 'hour':
      return `${text.slice(0, 10)} ${text.slice(11, 13)}:00:00`;
    case 'day':
      return `${text.slice(0, 10)} 00:00:00`;
    case 'month':
      return `${text.slice(0, 7)}-01 00:00:00`;
  }
}

/** The dimensions of facts, except tags, and their columns. */
const COLUMN_OF_DIMENSION = {
  user: 'user',
  tenant: 'tenant',
  feature: 'feature',
  agent: 'agent',
  step_class: 'step_class',
  tool: 'tool',
  key: 'key_id',
  owner: 'team_id',
} as const;

/** The names and values of the dimensions of a fact that have a value. */
function dimensionsOf(row: FactRow): [name: string, value: string][] {
  const found: [name: string, value: string][] = [];
  for (const [name, column] of Object.entries(COLUMN_OF_DIMENSION)) found.push([name, String(row[column])]);
  const tags = String(row['tags']).split('\t');
  for (let place = 0; place + 1 < tags.length; place += 2) found.push([`tag.${tags[place]}`, tags[place + 1] ?? '']);
  return found.filter(([, value]) => value !== '');
}

/** The sums that are being computed, by key. */
type OpenSums = Map<string, { figures: bigint[]; lastSeq: number }>;

function addTo(sums: OpenSums, key: readonly unknown[], figures: Figures, seq: number): void {
  const text = JSON.stringify(key);
  const sum = sums.get(text) ?? { figures: ROLLUP_FIGURES.map(() => 0n), lastSeq: 0 };
  sums.set(text, {
    figures: ROLLUP_FIGURES.map((name, index) => (sum.figures[index] ?? 0n) + (figures[name] ?? 0n)),
    lastSeq: Math.max(sum.lastSeq, seq),
  });
}

/** The expected rows of `traffic_by_hour_v1` after these facts, or of its variants by day, month and workspace. */
export function expectedTraffic(facts: readonly PlacedFact[], unit: RollupUnit, breadth: RollupBreadth): Sums {
  const sums: OpenSums = new Map();
  for (const fact of facts) {
    const part = contributionOf(fact);
    if (part === undefined) continue;
    const { organization_id, workspace_id, purpose } = fact.row;
    const [period, place] = [startOf(part.at, unit), placeOf(fact.row, breadth)];
    for (const [facet, value, unserved] of part.facets) {
      const key = [organization_id, workspace_id, facet, period, ...place, purpose, value, unserved];
      addTo(sums, key, part.figures, fact.seq);
    }
  }
  return written(sums);
}

/** The expected rows of `dimension_sums_by_day_v1` after these facts. */
export function expectedDimensionSums(facts: readonly PlacedFact[]): Sums {
  const sums: OpenSums = new Map();
  for (const fact of facts) {
    const part = contributionOf(fact);
    if (part === undefined) continue;
    const { organization_id, workspace_id, purpose } = fact.row;
    const [period, place] = [startOf(part.at, 'day'), placeOf(fact.row, 'environments')];
    for (const [name, value] of dimensionsOf(fact.row)) {
      const key = [organization_id, workspace_id, name, period, ...place, purpose, value];
      addTo(sums, key, part.figures, fact.seq);
    }
  }
  return written(sums);
}

/** The expected rows of `latency_by_hour_v1` after these facts, or of its variants by day, month and workspace. */
export function expectedLatency(facts: readonly PlacedFact[], unit: RollupUnit, breadth: RollupBreadth): Sums {
  const sums: OpenSums = new Map();
  for (const { table, row, seq } of facts) {
    if (table !== 'request_terminals_v1' && table !== 'replaced_terminals_v1') continue;
    const sample = table === 'request_terminals_v1' ? 1n : -1n;
    const samples = { 'response_latency.v1': row['total_ms'], 'first_output_latency.v1': row['first_output_ms'] };
    for (const [metric, ms] of Object.entries(samples)) {
      if (typeof ms !== 'number') continue;
      const bucket = ms < 2 ** -10 ? 0 : 1 + Math.floor(16 * (Math.log2(ms) + 10));
      const { organization_id, workspace_id, purpose, status } = row;
      const period = startOf(row['admitted_at'], unit);
      const key = [organization_id, workspace_id, metric, period, ...placeOf(row, breadth), purpose, status, bucket];
      const sum = sums.get(JSON.stringify(key)) ?? { figures: [0n], lastSeq: 0 };
      sums.set(JSON.stringify(key), {
        figures: [(sum.figures[0] ?? 0n) + sample],
        lastSeq: Math.max(sum.lastSeq, seq),
      });
    }
  }
  return written(sums);
}

function placeOf(row: FactRow, breadth: RollupBreadth): unknown[] {
  return breadth === 'workspace' ? [] : [row['environment_id'], row['release_id']];
}

function written(sums: OpenSums): Sums {
  return Object.fromEntries(
    [...sums].map(([key, { figures, lastSeq }]) => [key, [...figures.map(String), String(lastSeq)]]),
  );
}
