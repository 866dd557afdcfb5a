import type pg from 'pg';
import type { ClauseV1 } from '../../contracts/comparisons/clause.ts';
import type { ComparisonDecisionV1 } from '../../contracts/comparisons/comparison-decision.ts';
import type { ModelTargetV1 } from '../../contracts/models/model-target.ts';
import type { ServingRouteV1 } from '../../contracts/gateway/serving-route.ts';
import type { DecisionOutcome } from '../../domain/comparisons/bar/decision-sets.ts';
import type { CaseEvidence } from '../../domain/comparisons/case-evidence.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { deployRelease, lockEnvironment } from '../gateway/serving-route-store.ts';
import { newId } from '../postgres/new-id.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';
import { lockRun } from './comparison-verdict-store.ts';
import { createRunEvidenceStore } from './run-evidence-store.ts';

/** The outcome of the evidence, and the verdicts that it counts. */
export interface EvaluatedEvidence {
  readonly outcome: DecisionOutcome;
  readonly clauses: readonly ClauseV1[];
  readonly verdictsDigest: string;
}

/** A decision about a run that is to be recorded. */
export interface NewDecision {
  readonly runId: string;
  /** The newest decision that the caller knows of; undefined for the first decision. */
  readonly expectedId: string | undefined;
  readonly note: string;
  readonly decidedBy: string;
  /** The target that the route will serve instead of the measured release; undefined if the route stays unchanged. */
  readonly change:
    | { readonly route: ServingRouteV1; readonly baseline: string; readonly target: ModelTargetV1 }
    | undefined;
  /** Judges the current evidence while nobody can change it. Its errors are passed on. */
  readonly judge: (evidence: readonly CaseEvidence[]) => EvaluatedEvidence;
}

/** The row of a decision. */
export interface ComparisonDecisionRow {
  decision_id: string;
  run_id: string;
  number: number;
  action: ComparisonDecisionV1['action'];
  outcome: DecisionOutcome;
  clauses: ClauseV1[];
  verdicts_digest: string;
  note: string;
  release_id: string | null;
  decided_by: string;
  decided_at: Date;
}

export interface ComparisonDecisionStore {
  /**
   * Writes a decision. If it changes the route, the route's next release and its marker are created in the same
   * transaction.
   *
   * @throws Refusal `decision_superseded` if another decision is the newest, `baseline_release_changed` if the route
   *   now serves another release
   */
  decide(decision: NewDecision): Promise<ComparisonDecisionRow>;
  /** The decisions of a run, newest first, at most `limit`. */
  listDecisions(page: { runId: string; limit: number; after: PageKey | undefined }): Promise<ComparisonDecisionRow[]>;
  findDecision(decisionId: string): Promise<ComparisonDecisionRow | undefined>;
}

const DECISIONS = `SELECT decision_id, run_id, number, action, outcome, clauses, verdicts_digest, note, release_id, decided_by,
    decided_at
  FROM comparison_decisions`;

/** Creates the store. Its transactions take locks in the order run, environment, route. */
export function createComparisonDecisionStore(pool: pg.Pool, clock: Clock): ComparisonDecisionStore {
  return {
    decide: (decision) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const { runId, change } = decision;
        await lockRun(client, runId);
        const number = await nextNumber(client, decision);
        const judged = decision.judge(await createRunEvidenceStore(client).cases(runId));
        const releaseId = change === undefined ? null : await changeRoute(client, change, now);
        return insertDecision(client, { ...decision, number, judged, releaseId }, now);
      }),

    async listDecisions({ runId, limit, after }) {
      const { rows } = await pool.query<ComparisonDecisionRow>(
        `${DECISIONS} WHERE run_id = $1 AND (decided_at, decision_id) < ($2, $3)
         ORDER BY decided_at DESC, decision_id DESC LIMIT $4`,
        [runId, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows;
    },

    async findDecision(decisionId) {
      const { rows } = await pool.query<ComparisonDecisionRow>(`${DECISIONS} WHERE decision_id = $1`, [decisionId]);
      return rows[0];
    },
  };
}

async function nextNumber(client: Queryable, { runId, expectedId }: NewDecision): Promise<number> {
  const { rows } = await client.query<{ decision_id: string; number: number }>(
    'SELECT decision_id, number FROM comparison_decisions WHERE run_id = $1 ORDER BY number DESC LIMIT 1',
    [runId],
  );
  const newest = rows[0];
  if (newest?.decision_id === expectedId) return (newest?.number ?? 0) + 1;
  const detail = `The newest decision of this run is not the expected decision, but ${newest?.decision_id ?? 'none'}. Read the decisions, and decide again.`;
  throw new Refusal('decision_superseded', detail);
}

async function changeRoute(
  client: Queryable,
  { route, baseline, target }: NonNullable<NewDecision['change']>,
  now: Date,
): Promise<string> {
  await lockEnvironment(client, route.environment_id);
  const served = await deployRelease(client, { route, baseline, target, actorKind: 'person' }, now);
  if (served !== undefined) return served.release.release_id;
  const detail =
    'The route no longer serves the release that was measured. Plan another run against the release that it serves.';
  throw new Refusal('baseline_release_changed', detail);
}

async function insertDecision(
  client: Queryable,
  decision: NewDecision & { number: number; judged: EvaluatedEvidence; releaseId: string | null },
  now: Date,
): Promise<ComparisonDecisionRow> {
  const { runId, number, note, decidedBy, change, judged, releaseId } = decision;
  const { rows } = await client.query<ComparisonDecisionRow>(
    `INSERT INTO comparison_decisions
       (decision_id, run_id, number, action, outcome, clauses, verdicts_digest, note, release_id, decided_by, decided_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     RETURNING decision_id, run_id, number, action, outcome, clauses, verdicts_digest, note, release_id, decided_by, decided_at`,
    [
      ...[newId('comparisonDecision'), runId, number, change === undefined ? 'keep_route' : 'change_route'],
      ...[judged.outcome, JSON.stringify(judged.clauses), judged.verdictsDigest, note, releaseId, decidedBy, now],
    ],
  );
  return requireRow(rows);
}
