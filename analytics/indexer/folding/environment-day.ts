import type { FactTable } from '../events/fact-rows.ts';
import type { FactLine } from '../events/read-batch.ts';
import { hasFoldedDimension, textOfDimension, valuesInText } from './folded-dimension.ts';

const DAY_MS = 86_400_000;

/** An environment on a UTC day of the time base of its facts. */
export interface EnvironmentDay {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly environmentId: string;
  /** The start of the day, in Unix seconds. */
  readonly day: number;
}

/** The lines of an environment and day that state any dimension. */
export interface DayLines extends EnvironmentDay {
  readonly id: string;
  readonly lines: readonly FactLine[];
  /** The number of tags in these lines. */
  readonly tags: number;
}

/** The tables whose facts are in the rollup of dimensions. */
const SUMMED: ReadonlySet<FactTable> = new Set([
  'request_admissions_v1',
  'request_terminals_v1',
  'attempts_v1',
  'cost_effects_v1',
]);

/** True if the rollup of dimensions contains the fact of a line. */
export function isSummedFact({ fact }: Pick<FactLine, 'fact'>): boolean {
  return SUMMED.has(fact.table);
}

/** The id of an environment and day, which no other pair has: environments contain no line feed. */
export function environmentDayId({ environmentId, day }: Pick<EnvironmentDay, 'environmentId' | 'day'>): string {
  return `${environmentId}\n${day}`;
}

/** Groups lines by environment and day. Lines without dimensions are omitted. */
export function linesByDay(lines: readonly FactLine[]): DayLines[] {
  const groups = new Map<string, { of: EnvironmentDay; lines: FactLine[]; tags: number }>();
  // Consecutive lines mostly have the same environment and day.
  let last: { of: EnvironmentDay; lines: FactLine[]; tags: number } | undefined;
  for (const line of lines) {
    if (!hasFoldedDimension(line.fact)) continue;
    const of = environmentDayOf(line);
    if (last?.of.day !== of.day || last.of.environmentId !== of.environmentId) {
      const id = environmentDayId(of);
      last = groups.get(id) ?? { of, lines: [], tags: 0 };
      groups.set(id, last);
    }
    last.lines.push(line);
    last.tags += valuesInText('tags', textOfDimension(line.fact, 'tags')).length;
  }
  return [...groups].map(([id, { of, ...group }]) => ({ id, ...of, ...group }));
}

function environmentDayOf({ event: { scope }, atMs }: FactLine): EnvironmentDay {
  return {
    organizationId: scope.organization_id,
    workspaceId: scope.workspace_id,
    environmentId: scope.environment_id,
    day: (Math.floor(atMs / DAY_MS) * DAY_MS) / 1_000,
  };
}
