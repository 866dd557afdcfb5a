import { dimensionText } from '../../../contracts/ingest/dimensions/dimension-text.ts';
import { withoutUser } from '../../../contracts/ingest/events/without-user.ts';
import { quotedTexts } from '../../../contracts/ingest/lines/quoted-texts.ts';
import type { ErasedUsers } from '../../../store/ingest/erasure/find-erased-users.ts';
import type { IngestScopeStore } from '../../../store/ingest/ingest-scope-store.ts';
import { FACT_COLUMNS, FACT_TABLES, type FactTable } from './fact-rows.ts';
import type { FactLine, FaultyLine, ReadBatch } from './read-batch.ts';

/** The users that are erased from any event in the lines of a batch. */
export async function findUsersErasedFrom(
  { facts, faulty }: ReadBatch,
  scopes: Pick<IngestScopeStore, 'erasedUsers'>,
): Promise<ErasedUsers> {
  const workspaceIds = new Set(facts.map(({ event }) => event.scope.workspace_id));
  let fromMs = Infinity;
  for (const { atMs } of facts) fromMs = Math.min(fromMs, atMs);
  for (const { trace } of faulty) {
    if (trace.workspaceId === undefined) continue;
    workspaceIds.add(trace.workspaceId);
    fromMs = Math.min(fromMs, instantOf(trace));
  }
  if (workspaceIds.size === 0) return { isEmpty: true, has: () => false };
  return scopes.erasedUsers({ workspaceIds: [...workspaceIds], fromMs });
}

/** The batch without erased users: neither its events nor the cells of its facts have them. Nothing else changes. */
export function withoutErasedUsers(read: ReadBatch, erased: ErasedUsers): ReadBatch {
  return erased.isEmpty ? read : { ...read, facts: read.facts.map((line) => withoutErasedUser(line, erased)) };
}

/** The index of the user in the cells of each table; -1 for a table without users. */
const USER_INDEX = Object.fromEntries(
  FACT_TABLES.map((table) => [table, (FACT_COLUMNS[table] as readonly string[]).indexOf('user')]),
) as Readonly<Record<FactTable, number>>;

function withoutErasedUser(line: FactLine, erased: ErasedUsers): FactLine {
  const { event, fact, atMs } = line;
  const index = USER_INDEX[fact.table];
  const user = fact.cells[index];
  if (typeof user !== 'string' || user === '') return line;
  if (!erased.has(event.scope.workspace_id, user, atMs)) return line;
  return { ...line, event: withoutUser(event, user), fact: { ...fact, cells: fact.cells.with(index, '') } };
}

/**
 * True if a faulty line states an erased user, in any member. A line that does not state its workspace is not searched.
 */
export function statesErasedUser(line: string, trace: FaultyLine['trace'], erased: ErasedUsers): boolean {
  const { workspaceId } = trace;
  if (erased.isEmpty || workspaceId === undefined) return false;
  return [...quotedTexts(line).whole].some((text) => {
    const user = dimensionText(text);
    return user !== undefined && erased.has(workspaceId, user, instantOf(trace));
  });
}

/** The instant of a faulty line in Unix milliseconds. A line without an instant is as old as a line can be. */
function instantOf({ atMs = 0 }: FaultyLine['trace']): number {
  return atMs;
}
