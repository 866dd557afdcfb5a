import { ID_PREFIXES, type IdKind } from '../../../domain/kernel/id-prefixes.ts';
import { DEMO_REQUEST_PREFIX } from '../../../domain/quality/demo-request-prefix.ts';
import type { SpendKind } from '../../../domain/quality/metacost/measurement-kinds.ts';
import type { MeasuringSpend } from '../../../domain/quality/metacost/summarize-spend.ts';
import { joinProvenance, type RowProvenance } from '../../../domain/quality/join-provenance.ts';
import type { FindExclusions } from '../../../store/insight/exclusion-finder.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { StatementRunner } from '../../statements/statement-runner.ts';
import { EFFECT_SUMS, type EffectSums } from '../verdicts/effect-sums.ts';
import type { QualityQuestion } from '../verdicts/quality-question.ts';
import { effectConditions, type WindowConditions } from '../verdicts/window-conditions.ts';

/**
 * Reads the spend of a window by its kind, with the same sums as every spend figure.
 *
 * @throws Refusal `budget_exceeded` or `dependency_unavailable`
 */
export interface MetacostReader {
  read(
    question: QualityQuestion,
  ): Promise<{ readonly sums: readonly MeasuringSpend[]; readonly provenance: RowProvenance }>;
}

interface SpendRow extends EffectSums {
  readonly kind: SpendKind;
  readonly calls: number;
  readonly demo: number;
  readonly high_water: string;
}

const isOf = (id: IdKind): string => `startsWith(logical_request_id, '${ID_PREFIXES[id]}_')`;

/**
 * The kind of a cost effect, by its purpose and by the maker of its call, which ids of calls state. A gateway makes
 * calls with the purpose `judge` only for its semantic cache, and with the purpose `comparison` only as duplicates.
 */
const KIND = `multiIf(
    purpose NOT IN ('judge', 'comparison'), 'product',
    attempt_id IN (SELECT attempt_id FROM repeated), 'retries',
    ${isOf('experimentCall')}, 'experiments',
    ${isOf('comparisonCall')}, 'comparisons',
    ${isOf('judgeCall')}, 'judges',
    ${isOf('gatewayRequest')} AND purpose = 'comparison', 'shadow_duplicates',
    ${isOf('gatewayRequest')}, 'semantic_cache',
    'other_measurement')`;

/** More attempts than a call can have: their ordinals have 16 bits. */
const MAX_REPEATED = 65_536;

/** The calls that measure, of every window. */
const MEASURING = `workspace_id = {workspace_id:String} AND purpose IN ('judge', 'comparison')`;

/**
 * The further paid attempts of calls that measure. The first paid attempt is the call itself, also if free ones precede
 * it, or if it was charged before the window. Few calls have another attempt than a primary one, so only their charges
 * are looked up.
 */
const REPEATED = `SELECT attempt_id FROM attempts_v1
  WHERE ${MEASURING}
    AND logical_request_id IN (SELECT logical_request_id FROM attempts_v1 WHERE ${MEASURING} AND role != 'primary')
    AND attempt_id IN (
      SELECT attempt_id FROM cost_effects_v1 WHERE ${MEASURING} AND logical_request_id IN (
        SELECT logical_request_id FROM attempts_v1 WHERE ${MEASURING} AND role != 'primary'))
  ORDER BY logical_request_id, ordinal, attempt_id LIMIT ${MAX_REPEATED} OFFSET 1 BY logical_request_id`;

function spend({ sql: effects, params }: WindowConditions): BoundQuery {
  return {
    tag: 'quality.metacost',
    sql: `WITH repeated AS (${REPEATED})
      SELECT ${KIND} AS kind,
        toUInt32(countIf(effect_kind = 'settlement')) AS calls, ${EFFECT_SUMS},
        toUInt32(countIf(startsWith(logical_request_id, '${DEMO_REQUEST_PREFIX}'))) AS demo,
        toString(max(arrival_seq)) AS high_water
      FROM cost_effects_v1 WHERE ${effects} GROUP BY kind`,
    params,
  };
}

export function createMetacostReader(parts: {
  readonly runner: StatementRunner;
  readonly findExclusions: FindExclusions;
}): MetacostReader {
  return {
    async read(question) {
      const { requestId, signal } = question;
      const ask = parts.runner.forQuestion({ requestId, signal });
      const effects = await effectConditions(parts.findExclusions, question);
      const rows = await ask<SpendRow>(spend(effects));
      return {
        sums: rows.map(({ nanos, kind, calls, priced, unpriced, estimated }) => ({
          ...{ kind, calls, priced, unpriced, estimated },
          nanoUsd: BigInt(nanos),
        })),
        provenance: joinProvenance(
          rows.map(({ demo, high_water: highWater, estimated }) => ({
            ...{ highWater, demoRows: demo },
            estimatedRows: estimated,
          })),
        ),
      };
    },
  };
}
