import type { CoverageGap } from '../../../contracts/ingest/events/coverage-gap.ts';
import { eventProducer } from '../../../contracts/ingest/events/traffic-event.ts';
import type { ProducerClass } from '../../../domain/insight/insight-sets.ts';
import type { BatchReach, ReplacedEnding } from '../../../store/ingest/planning/batch-plan.ts';
import { ABSENT_CELLS } from '../events/absent-cells.ts';
import { FACT_COLUMNS, toRequestFact, type Fact, type FactTable } from '../events/fact-rows.ts';
import type { FactLine, FaultyLine, ReadBatch } from '../events/read-batch.ts';
import type { IndexedRow } from './insert-facts.ts';

/** The lines of a batch, prepared for loading. */
export interface PreparedBatch {
  /** The rows of the batch, by table. */
  readonly rows: ReadonlyMap<FactTable, readonly [IndexedRow, ...IndexedRow[]]>;
  /** The events of the rows. */
  readonly accepted: readonly FactLine[];
  readonly declaredGaps: readonly CoverageGap[];
  readonly faulty: readonly FaultyLine[];
  readonly reach: readonly BatchReach[];
  /** The number of lines of each workspace, by its id. */
  readonly own: ReadonlyMap<string, number>;
  readonly eventCounts: Readonly<Record<string, number>>;
  /** The position of the first evaluation of each workspace that has any, by its id. */
  readonly evaluated: ReadonlyMap<string, number>;
}

/** The decisions about a batch that depend on other events. */
export interface Selection {
  /** Positions of the lines whose events change nothing: they count as lines of their workspace and make no facts. */
  readonly repeated: ReadonlySet<number>;
  /** Positions of the admissions that follow the ending of their request, which has counted the request already. */
  readonly late: ReadonlySet<number>;
  /** Positions of the endings that are the first event of their request, so that they also count it. */
  readonly opening: ReadonlySet<number>;
  readonly replaced: readonly ReplacedEnding[];
  /** The retention horizons of workspaces, in Unix milliseconds. Older facts do not make rows. */
  readonly horizons?: ReadonlyMap<string, number>;
}

/** Makes the rows of a batch, and sums up the content of its lines. */
export function prepareBatch(
  { facts, declaredGaps, faulty }: ReadBatch,
  { repeated, late, opening, replaced, horizons = new Map() }: Selection,
): PreparedBatch {
  const rows = new Map<FactTable, [IndexedRow, ...IndexedRow[]]>();
  const accepted: FactLine[] = [];
  const workspaces = new WorkspaceLines();
  const eventCounts: Record<string, number> = {};
  const evaluated = new Map<string, number>();
  const replacedBy = new Map(replaced.map((ending) => [ending.index, ending]));
  const add = (row: IndexedRow): void => {
    const tableRows = rows.get(row.fact.table);
    if (tableRows === undefined) rows.set(row.fact.table, [row]);
    else tableRows.push(row);
  };
  if (declaredGaps.length > 0) eventCounts['coverage_gap'] = declaredGaps.length;
  for (const line of facts) {
    const { index, event, atMs } = line;
    workspaces.addFact(line);
    if (repeated.has(index)) continue;
    eventCounts[event.event] = (eventCounts[event.event] ?? 0) + 1;
    if (event.event === 'protection_evaluation' && !evaluated.has(event.scope.workspace_id)) {
      evaluated.set(event.scope.workspace_id, index);
    }
    if (atMs < (horizons.get(event.scope.workspace_id) ?? 0)) continue;
    accepted.push(line);
    if (late.has(index)) continue;
    add(line);
    if (event.event === 'request_terminal' && opening.has(index)) add({ index, fact: toRequestFact(event) });
    // Both endings belong to one request, so both are on the same side of the horizon.
    const ending = replacedBy.get(index);
    if (ending) add({ index, fact: replacedFact(ending) });
  }
  workspaces.addOthers(declaredGaps, faulty);
  return {
    rows,
    accepted,
    declaredGaps,
    faulty,
    reach: workspaces.reach,
    own: workspaces.own,
    eventCounts,
    evaluated,
  };
}

/** The columns that plans of earlier versions do not have. */
const NOTHING_STATED: ReplacedEnding['row'] = Object.fromEntries(ABSENT_CELLS);

function replacedFact({ row, seq }: ReplacedEnding): Fact {
  const of: ReplacedEnding['row'] = { ...NOTHING_STATED, ...row, replaced_seq: seq };
  return { table: 'replaced_terminals_v1', cells: FACT_COLUMNS.replaced_terminals_v1.map((name) => of[name] ?? null) };
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

interface LinesOfOne {
  readonly workspaceId: string;
  own: number;
  readonly reach: Map<ProducerClass, Mutable<BatchReach>>;
}

/** The lines of each workspace in a batch. */
class WorkspaceLines {
  readonly #all = new Map<string, LinesOfOne>();
  /** The workspace of the last line: consecutive lines mostly have the same one. */
  #last: LinesOfOne | undefined;

  get own(): Map<string, number> {
    return new Map([...this.#all].map(([workspaceId, { own }]) => [workspaceId, own]));
  }

  get reach(): BatchReach[] {
    return [...this.#all.values()].flatMap(({ reach }) => [...reach.values()]);
  }

  addFact({ index, event, atMs }: FactLine): void {
    const { organization_id: organizationId, workspace_id: workspaceId } = event.scope;
    const { reach } = this.#count(workspaceId);
    const producerClass = eventProducer(event.event);
    const known = reach.get(producerClass);
    if (known === undefined) {
      reach.set(producerClass, {
        organizationId,
        workspaceId,
        producerClass,
        lastIndex: index,
        newestMs: atMs,
        oldestMs: atMs,
      });
      return;
    }
    known.lastIndex = index;
    if (atMs > known.newestMs) known.newestMs = atMs;
    if (atMs < known.oldestMs) known.oldestMs = atMs;
  }

  /** Counts the lines without rows. */
  addOthers(declaredGaps: readonly CoverageGap[], faulty: readonly FaultyLine[]): void {
    for (const { scope } of declaredGaps) this.#count(scope.workspace_id);
    for (const { trace } of faulty) if (trace.workspaceId !== undefined) this.#count(trace.workspaceId);
  }

  #count(workspaceId: string): LinesOfOne {
    const lines = this.#last?.workspaceId === workspaceId ? this.#last : this.#of(workspaceId);
    this.#last = lines;
    lines.own += 1;
    return lines;
  }

  #of(workspaceId: string): LinesOfOne {
    const known = this.#all.get(workspaceId);
    if (known !== undefined) return known;
    const lines: LinesOfOne = { workspaceId, own: 0, reach: new Map() };
    this.#all.set(workspaceId, lines);
    return lines;
  }
}
