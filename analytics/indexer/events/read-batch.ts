import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CoverageGap } from '../../../contracts/ingest/events/coverage-gap.ts';
import { toLineTrace } from '../../../contracts/ingest/lines/line-trace.ts';
import {
  parsePlannedLine,
  parseTrafficLine,
  type LineFault,
} from '../../../contracts/ingest/lines/parse-traffic-line.ts';
import type { FactEvent, TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { DefectError } from '../../../domain/kernel/errors.ts';
import type { IngestScopeStore } from '../../../store/ingest/ingest-scope-store.ts';
import { instantMs } from '../../native/instant-ms.ts';
import { identifyEvent, type EventIdentity } from './identify-event.ts';
import { toFact, type Fact } from './fact-rows.ts';
import { NotedDimensions } from './noted-dimensions.ts';
import { toUtcText } from './to-utc-text.ts';

/** A quarantined line, with its position in the batch. */
export interface FaultyLine extends LineFault {
  readonly index: number;
  readonly line: string;
}

/** A line with an event, and its position in the batch. */
export interface FactLine {
  readonly index: number;
  readonly line: string;
  readonly event: FactEvent;
  readonly fact: Fact;
  readonly identity: EventIdentity;
  /** Unix milliseconds on the time base of the event. */
  readonly atMs: number;
}

/** The parsed lines of a batch. */
export interface ReadBatch {
  readonly facts: readonly FactLine[];
  readonly declaredGaps: readonly CoverageGap[];
  readonly faulty: readonly FaultyLine[];
}

/**
 * The number of lines that are read without a pause, in about ten milliseconds. In the pauses, concurrent work
 * continues, above all the load of an earlier batch.
 */
export const LINES_PER_TURN = 1_000;

interface GapLine {
  readonly index: number;
  readonly line: string;
  readonly event: CoverageGap;
}

/** Reads the lines of a new batch. A line that is unreadable, or whose owner is unknown, is quarantined. */
export async function readBatch(lines: readonly string[], scopes: IngestScopeStore): Promise<ReadBatch> {
  const faulty: FaultyLine[] = [];
  const valid = new ValidLines(new NotedDimensions());
  for (const [index, line] of lines.entries()) {
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await nextTurn();
    if (isBlank(line)) continue;
    const { event, fault } = parseTrafficLine(line);
    if (event === undefined) faulty.push({ ...fault, index, line });
    else valid.add(index, line, event);
  }
  const belongs = await scopeCheck(valid, scopes);
  const known = <Line extends FactLine | GapLine>(of: readonly Line[]): Line[] =>
    of.filter((each) => {
      if (belongs(each.event)) return true;
      faulty.push({ ...strangerFault(each.event), index: each.index, line: each.line });
      return false;
    });
  return { facts: known(valid.facts), declaredGaps: known(valid.gaps).map(({ event }) => event), faulty };
}

/**
 * Reads the lines of a planned batch again. Lines that its plan quarantined stay quarantined, and no other line joins
 * them, even if a tenant was created since: only identical rows repeat the same insert.
 *
 * @param noted the dimensions in the lines of earlier batches that are loaded together with this one
 * @throws DefectError if a line of the plan can no longer be read
 */
export function readPlannedBatch(
  lines: readonly string[],
  quarantined: ReadonlySet<number>,
  noted = new NotedDimensions(),
): ReadBatch {
  const valid = new ValidLines(noted);
  for (const [index, line] of lines.entries()) {
    if (isBlank(line)) continue;
    const { event, fault } = parsePlannedLine(line);
    if (quarantined.has(index)) {
      // The first reading noted its dimensions before its plan quarantined it.
      if (event !== undefined) valid.note(event);
      continue;
    }
    if (event === undefined) throw new DefectError(`A planned line is no longer valid: ${fault.detail}`);
    valid.add(index, line, event);
  }
  return { facts: valid.facts, declaredGaps: valid.gaps.map(({ event }) => event), faulty: [] };
}

/**
 * The valid lines of a batch. All values of a line are computed together, while its event is in the processor's cache.
 */
class ValidLines {
  readonly facts: FactLine[] = [];
  readonly gaps: GapLine[] = [];
  readonly #noted: NotedDimensions;

  constructor(noted: NotedDimensions) {
    this.#noted = noted;
  }

  add(index: number, line: string, event: TrafficEvent): void {
    if (event.event === 'coverage_gap') this.gaps.push({ index, line, event });
    else this.facts.push(factLine(index, line, event, toFact(event, this.#noted.of(event))));
  }

  /** Notes the dimensions in a line that makes no fact. */
  note(event: TrafficEvent): void {
    if (event.event !== 'coverage_gap') this.#noted.of(event);
  }
}

/** The values of a line with an event that its batch needs, including its row. */
export function factLine(index: number, line: string, event: FactEvent, fact: Fact): FactLine {
  return { index, line, event, fact, identity: identifyEvent(event, fact.cells), atMs: timeOf(event) };
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

function strangerFault(event: TrafficEvent): LineFault {
  return {
    reason: 'unknown_scope',
    pointer: '/scope',
    detail: 'The ids in its scope are unknown, or do not belong together. Check these ids.',
    trace: toLineTrace({ ...event }),
  };
}

function chainKey(...ids: readonly string[]): string {
  return ids.join('\n');
}

function leafKey(scope: FactEvent['scope']): string {
  const { organization_id, workspace_id, application_id, gateway_id, environment_id } = scope;
  return chainKey(organization_id, workspace_id, application_id, gateway_id, environment_id);
}

async function scopeCheck(
  { facts, gaps }: ValidLines,
  scopes: IngestScopeStore,
): Promise<(event: TrafficEvent) => boolean> {
  const environments = new Set(facts.map(({ event }) => event.scope.environment_id));
  const workspaces = new Set(gaps.map(({ event }) => event.scope.workspace_id));
  const leaves = environments.size === 0 ? [] : await scopes.leaves([...environments]);
  const tenants = workspaces.size === 0 ? [] : await scopes.workspaces([...workspaces]);
  const chains = new Set(
    leaves.map((leaf) =>
      chainKey(leaf.organizationId, leaf.workspaceId, leaf.applicationId, leaf.gatewayId, leaf.environmentId),
    ),
  );
  const owners = new Map(tenants.map((tenant) => [tenant.workspaceId, tenant.organizationId]));
  return (event) =>
    event.event === 'coverage_gap'
      ? owners.get(event.scope.workspace_id) === event.scope.organization_id
      : chains.has(leafKey(event.scope));
}

/** Unix milliseconds of a valid event on its time base. */
function timeOf(event: FactEvent): number {
  return instantMs(toUtcText(timeBaseOf(event)));
}

function timeBaseOf(event: FactEvent): string {
  if ('admitted_at' in event) return event.admitted_at;
  return 'dispatched_at' in event ? event.dispatched_at : event.occurred_at;
}
