import { ID_PREFIXES, type IdKind } from '../../../domain/kernel/id-prefixes.ts';
import { DEMO_REQUEST_PREFIX } from '../../../domain/quality/demo-request-prefix.ts';
import type { SpendKind } from '../../../domain/quality/metacost/measurement-kinds.ts';
import type { MeasuringSpend } from '../../../domain/quality/metacost/summarize-spend.ts';
import { joinProvenance, type RowProvenance } from '../../../domain/quality/join-provenance.ts';
import type { FindExclusions } from '../../../store/insight/exclusion-finder.ts';
import { countedCondition } from '../../judges/counted-condition.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { StatementRunner } from '../../statements/statement-runner.ts';
import type { QualityQuestion } from '../verdicts/quality-question.ts';
import { relevantExclusions, windowParams } from '../verdicts/window-conditions.ts';

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

interface SpendRow {
  readonly kind: SpendKind;
  readonly calls: number;
  readonly nanos: string;
  readonly priced: number;
  readonly unpriced: number;
  readonly estimated: number;
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

/**
 * The further paid attempts of calls that measure. The first paid attempt is the call itself, also if free ones precede
 * it.
 */
const repeated = (effects: string): string => `SELECT attempt_id
  FROM attempts_v1
  WHERE workspace_id = {workspace_id:String} AND purpose IN ('judge', 'comparison') AND role != 'primary'
    AND logical_request_id IN (
      SELECT logical_request_id FROM cost_effects_v1 WHERE purpose IN ('judge', 'comparison') AND ${effects}
      GROUP BY logical_request_id HAVING uniqExact(attempt_id) > 1)`;

function spend(effects: string, params: BoundQuery['params']): BoundQuery {
  return {
    tag: 'quality.metacost',
    sql: `WITH repeated AS (${repeated(effects)})
      SELECT ${KIND} AS kind,
        toUInt32(countIf(effect_kind = 'settlement')) AS calls, toString(sum(toInt128(nanos))) AS nanos,
        toInt32(sum(priced)) AS priced, toInt32(sum(unpriced) + sum(pending)) AS unpriced,
        toInt32(sum(estimated)) AS estimated,
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
      const excluded = relevantExclusions(await parts.findExclusions(), question);
      const effects = `workspace_id = {workspace_id:String}
        AND occurred_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
        AND occurred_at < fromUnixTimestamp64Milli({until:Int64}, 'UTC')
        AND ${countedCondition(excluded, 'occurred_at')}`;
      const rows = await ask<SpendRow>(spend(effects, windowParams(question)));
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
