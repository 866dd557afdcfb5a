import { formatRatio } from '../../insight/figures/decimal.ts';
import { isAtMost, type Fraction } from '../../kernel/fraction.ts';
import type { PairedTable } from '../../statistics/paired-table.ts';
import { errorProbability, NORMAL_QUANTILES, type Confidence } from '../../statistics/confidence.ts';
import { mcnemarBetterPValue } from '../../statistics/exact-mcnemar.ts';
import { scoreInterval } from '../../statistics/score-interval.ts';
import { shareText } from '../../statistics/share-text.ts';
import type { QualityBar } from './acceptance-rule.ts';
import type { BetterClause, NotWorseClause } from './clause.ts';

/** The quality clause, over the pairs whose two verdicts are known. */
export function qualityClause(
  quality: QualityBar,
  table: PairedTable,
  confidence: Confidence,
): BetterClause | NotWorseClause {
  return quality.kind === 'better'
    ? betterClause(table, confidence)
    : notWorseClause(table, quality.margin, confidence);
}

function betterClause(table: PairedTable, confidence: Confidence): BetterClause {
  const { onlyBaseline, onlyCandidate } = table;
  const candidate = mcnemarBetterPValue(table);
  const baseline = mcnemarBetterPValue({ onlyBaseline: onlyCandidate, onlyCandidate: onlyBaseline });
  const allowed = errorProbability(confidence);
  return {
    clause: 'better',
    state: isAtMost(candidate, allowed) ? 'met' : isAtMost(baseline, allowed) ? 'contradicted' : 'open',
    test: 'exact_mcnemar_one_sided',
    pValue: textOf(candidate),
    pValueOfBaseline: textOf(baseline),
    allowedError: textOf(allowed),
  };
}

function notWorseClause(table: PairedTable, margin: string, confidence: Confidence): NotWorseClause {
  const { lower, upper } = scoreInterval(table, NORMAL_QUANTILES[confidence].oneSided);
  const lowest = -Number(margin);
  return {
    clause: 'not_worse',
    state: lower > lowest ? 'met' : upper < lowest ? 'contradicted' : 'open',
    test: 'tango_score_bounds_one_sided',
    margin,
    lowerBound: shareText(lower),
    upperBound: shareText(upper),
  };
}

function textOf({ numerator, denominator }: Fraction): string {
  return formatRatio(numerator, denominator);
}
