import type { ArmEvidence, CaseEvidence } from '../../domain/comparisons/case-evidence.ts';
import type { Arm, CellCost, CellState } from '../../domain/comparisons/figures/cell.ts';
import type { PaidCallState } from '../../domain/spending/paid-call.ts';
import type { VerdictOutcome, VerdictSource } from '../../domain/comparisons/verdict.ts';
import type { Price } from '../../domain/models/price.ts';
import type { Queryable } from '../postgres/pool.ts';

export interface RunEvidenceStore {
  /** The evidence of each case of a run's sample, in the order of the sample, with the verdict that counts. */
  cases(runId: string): Promise<CaseEvidence[]>;
}

interface EvidenceRow {
  position: number;
  arm: Arm;
  case_id: string;
  critical: boolean;
  state: CellState;
  failure_code: string;
  duration_ms: number | null;
  call_state: PaidCallState | null;
  price: Price | null;
  source: VerdictSource | null;
  outcome: VerdictOutcome | null;
  reason_code: string | null;
}

export function createRunEvidenceStore(client: Queryable): RunEvidenceStore {
  return {
    async cases(runId) {
      const { rows } = await client.query<EvidenceRow>(
        `SELECT l.position, l.arm, l.case_id, l.critical, l.state, l.failure_code, l.duration_ms, c.state AS call_state, c.price,
           v.source, v.outcome, v.reason_code
         FROM comparison_cells l
         LEFT JOIN comparison_calls c
           ON c.run_id = l.run_id AND c.position = l.position AND c.arm = l.arm AND c.purpose = 'comparison'
         LEFT JOIN LATERAL (
           SELECT source, outcome, reason_code FROM comparison_verdicts d
           WHERE d.run_id = l.run_id AND d.position = l.position AND d.arm = l.arm
           ORDER BY (d.source = 'human') DESC, d.created_at DESC, d.verdict_id DESC LIMIT 1) v ON true
         WHERE l.run_id = $1 ORDER BY l.position, l.arm`,
        [runId],
      );
      const positions = [...new Set(rows.map(({ position }) => position))];
      return positions.map((position) => caseFromRows(rows.filter((row) => row.position === position)));
    },
  };
}

function caseFromRows(rows: readonly EvidenceRow[]): CaseEvidence {
  const ofArm = (arm: Arm): ArmEvidence => evidenceFromRow(rows.find((row) => row.arm === arm));
  return {
    caseId: rows[0]?.case_id ?? '',
    critical: rows[0]?.critical ?? false,
    baseline: ofArm('baseline'),
    candidate: ofArm('candidate'),
  };
}

function evidenceFromRow(row: EvidenceRow | undefined): ArmEvidence {
  if (row === undefined) return { cell: undefined, verdict: undefined };
  const { state, failure_code: failureCode, duration_ms: duration, source, outcome, reason_code: reason } = row;
  return {
    cell: { state, failureCode, cost: costFromRow(row), durationMs: duration ?? undefined },
    verdict: source === null || outcome === null ? undefined : { source, outcome, reasonCode: reason ?? '' },
  };
}

/** The cost of a cell: unbilled if no call was billed, unpriced if the amount of a bill is unknown. */
function costFromRow({ call_state: state, price }: EvidenceRow): CellCost {
  if (state === null || state === 'never_sent' || state === 'refused') return { state: 'unbilled' };
  return price?.state === 'priced' ? { state: 'priced', nanoUsd: BigInt(price.nanos) } : { state: 'unpriced' };
}
