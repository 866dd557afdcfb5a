import type pg from 'pg';
import { expiryCutoff } from '../../../domain/kernel/lifetimes.ts';
import type { PlannedGap } from './batch-plan.ts';

/**
 * The maximum number of separate gaps of an owner. An owner is an environment, or a workspace if the environment is
 * unknown, and a producer class.
 */
export const MAX_GAPS = 10_000;

const DAY_MS = 86_400_000;

/** The reason of a gap that covers a complete day, month or year. */
const TOO_MANY = `more than ${MAX_GAPS} gaps`;

/**
 * The gaps of a plan in their stored form: with known environments and organizations, and each declared window once. If
 * the owner already has too many gaps, complete days, months and years (UTC) replace them. Such a gap stands for no
 * lines, and waits for a person to close it. Each has one open row for any number of gaps, so the rows of an owner are
 * bounded.
 */
export async function storableGaps(
  client: pg.PoolClient,
  planned: readonly PlannedGap[],
  { now, maxGaps }: { readonly now: Date; readonly maxGaps: number },
): Promise<PlannedGap[]> {
  if (planned.length === 0) return [];
  const places = new Map<string, PlannedGap[]>();
  for (const gap of declaredOnce(await resolved(client, planned))) {
    const key = [gap.workspaceId, gap.environmentId, gap.producerClass].join('\n');
    const gaps = places.get(key);
    if (gaps === undefined) places.set(key, [gap]);
    else gaps.push(gap);
  }
  const kept: PlannedGap[] = [];
  for (const gaps of places.values())
    kept.push(...((await hasRoom(client, gaps, now, maxGaps)) ? gaps : wholesOf(gaps)));
  return kept;
}

/** Inserts gaps. A window that is declared again, or that a complete day, month or year already covers, is skipped. */
export async function insertGaps(client: pg.PoolClient, batchId: bigint, gaps: readonly PlannedGap[]): Promise<void> {
  if (gaps.length === 0) return;
  await client.query(
    `INSERT INTO ingest_gaps
       (batch_id, organization_id, workspace_id, environment_id, producer_class, gap_from, gap_to, cause, reason, lines)
     SELECT $1, part.* FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::text[], $9::text[],
         $10::int4multirange[])
       AS part (organization_id, workspace_id, environment_id, producer_class, gap_from, gap_to, cause, reason, lines)
     WHERE (part.reason <> $11 AND part.cause <> 'declared') OR NOT EXISTS (
       SELECT FROM ingest_gaps AS gap
       WHERE gap.workspace_id = part.workspace_id AND coalesce(gap.environment_id, '') = coalesce(part.environment_id, '')
         AND gap.producer_class = part.producer_class AND gap.reason = part.reason AND closed_seq IS NULL
         AND gap.gap_from <= part.gap_from AND gap.gap_to >= part.gap_to)`,
    [
      batchId,
      gaps.map((gap) => gap.organizationId),
      gaps.map((gap) => gap.workspaceId),
      gaps.map((gap) => gap.environmentId ?? null),
      gaps.map((gap) => gap.producerClass),
      gaps.map((gap) => new Date(gap.fromMs)),
      gaps.map((gap) => new Date(gap.toMs)),
      gaps.map((gap) => gap.cause),
      gaps.map((gap) => gap.reason),
      gaps.map((gap) => `{${gap.lines.map((line) => `[${line},${line}]`).join(',')}}`),
      TOO_MANY,
    ],
  );
}

async function resolved(client: pg.PoolClient, gaps: readonly PlannedGap[]): Promise<PlannedGap[]> {
  const { rows } = await client.query<{ workspace_id: string; organization_id: string; environment_ids: string[] }>(
    `SELECT workspace_id, organization_id, ARRAY(
       SELECT environment_id FROM environments JOIN gateways USING (gateway_id) JOIN applications USING (application_id)
       WHERE environment_id = ANY($2) AND applications.workspace_id = workspaces.workspace_id) AS environment_ids
     FROM workspaces WHERE workspace_id = ANY($1)`,
    [
      [...new Set(gaps.map(({ workspaceId }) => workspaceId))],
      [...new Set(gaps.flatMap(({ environmentId }) => environmentId ?? []))],
    ],
  );
  const known = new Map(rows.map((row) => [row.workspace_id, row]));
  return gaps.map((gap) => {
    const { organization_id: organizationId = gap.organizationId, environment_ids: ids = [] } =
      known.get(gap.workspaceId) ?? {};
    return { ...gap, organizationId, environmentId: ids.find((id) => id === gap.environmentId) };
  });
}

/** True if the gaps fit into the maximum. If they do not, gaps that were closed long ago are deleted first. */
async function hasRoom(
  client: pg.PoolClient,
  gaps: readonly PlannedGap[],
  now: Date,
  maxGaps: number,
): Promise<boolean> {
  const [first] = gaps;
  if (first === undefined) return true;
  const location = [first.workspaceId, first.environmentId ?? '', first.producerClass];
  const isFree = async (): Promise<boolean> => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         SELECT FROM ingest_gaps
         WHERE workspace_id = $1 AND coalesce(environment_id, '') = $2 AND producer_class = $3 LIMIT $4) AS one`,
      [...location, maxGaps],
    );
    return (rows[0]?.count ?? 0) + gaps.length <= maxGaps;
  };
  if (await isFree()) return true;
  const gone = await client.query(
    `DELETE FROM ingest_gaps
     WHERE workspace_id = $1 AND coalesce(environment_id, '') = $2 AND producer_class = $3 AND closed_at <= $4`,
    [...location, expiryCutoff('quarantinedLine', now)],
  );
  return gone.rowCount !== 0 && (await isFree());
}

/** Removes repeated declarations: a sender may declare the same window again. */
function declaredOnce(gaps: readonly PlannedGap[]): readonly PlannedGap[] {
  const declared = new Set<string>();
  return gaps.filter((gap) => {
    if (gap.cause !== 'declared') return true;
    const key = JSON.stringify([gap.workspaceId, gap.producerClass, gap.fromMs, gap.toMs, gap.reason]);
    const isNew = !declared.has(key);
    declared.add(key);
    return isNew;
  });
}

/** The days, months and years that cover the gaps, each once. */
function wholesOf(gaps: readonly PlannedGap[]): PlannedGap[] {
  const wholes = new Map<string, PlannedGap>();
  for (const gap of gaps)
    for (const { fromMs, toMs } of wholesAround(gap))
      wholes.set(`${fromMs} ${toMs}`, { ...gap, fromMs, toMs, reason: TOO_MANY, lines: [] });
  return [...wholes.values()];
}

type Whole = Pick<PlannedGap, 'fromMs' | 'toMs'>;

/**
 * The day that contains a gap, otherwise the month, otherwise the years that it touches. The number of results for any
 * gaps is therefore bounded.
 */
function wholesAround({ fromMs, toMs }: Whole): Whole[] {
  const dayMs = Math.floor(fromMs / DAY_MS) * DAY_MS;
  if (toMs <= dayMs + DAY_MS) return [{ fromMs: dayMs, toMs: dayMs + DAY_MS }];
  const first = new Date(fromMs);
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()];
  const nextMonthMs = Date.UTC(year, month + 1);
  if (toMs <= nextMonthMs) return [{ fromMs: Date.UTC(year, month), toMs: nextMonthMs }];
  const years = new Date(toMs - 1).getUTCFullYear() - year + 1;
  return Array.from({ length: years }, (_, index) => ({
    fromMs: Date.UTC(year + index, 0),
    toMs: Date.UTC(year + index + 1, 0),
  }));
}
