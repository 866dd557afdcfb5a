import { DefectError } from '../../domain/errors.ts';
import { PURPOSES, type Purpose } from '../../domain/insight-sets.ts';
import { completionOf, type Completion } from '../../domain/insight/completion.ts';
import type { SpendSums } from '../../domain/insight/spend.ts';
import type { TokenSums } from '../../domain/insight/tokens.ts';

/** One row of `overviewQuery` as it comes over the wire. */
export interface OverviewRow {
  readonly purpose: string;
  readonly figures: Readonly<Record<string, string>>;
}

/** What the facts of one purpose add up to. */
export interface OverviewSums {
  readonly purpose: Purpose;
  readonly completion: Completion;
  readonly tokens: TokenSums;
  /** Cost effects of the window, transitions included. */
  readonly effects: bigint;
  /** All zero where money was not read. */
  readonly spend: SpendSums;
}

/** The sums of each purpose that has facts in the window, in the order of the closed set. */
export function decodeOverview(rows: readonly OverviewRow[]): OverviewSums[] {
  const figures = new Map<string, Record<string, string>>();
  for (const row of rows) figures.set(row.purpose, { ...figures.get(row.purpose), ...row.figures });
  return PURPOSES.flatMap((purpose) => {
    const held = figures.get(purpose);
    return held === undefined ? [] : [sumsOf(purpose, held)];
  });
}

function sumsOf(purpose: Purpose, figures: Readonly<Record<string, string>>): OverviewSums {
  // A population without facts has no row, so that its figures are absent: sums over nothing.
  const read = (name: string): bigint => integer(figures[name] ?? '0');
  const [succeeded, refused, failed] = [read('succeeded'), read('refused'), read('failed')];
  const [cancelled, partial] = [read('cancelled'), read('partial')];
  const unknown = read('ended') - (succeeded + refused + failed + cancelled + partial);
  return {
    purpose,
    completion: completionOf({ admitted: read('admitted'), succeeded, refused, failed, cancelled, partial, unknown }),
    tokens: { attempts: read('attempts'), measured: read('measured'), totalTokens: read('total_tokens') },
    effects: read('effects'),
    spend: {
      nanos: read('nanos'),
      priced: read('priced'),
      pending: read('pending'),
      unpriced: read('unpriced'),
      estimated: read('estimated'),
      estimateUnknown: read('estimate_unknown'),
      adjustments: read('adjustments'),
    },
  };
}

function integer(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new DefectError(`ClickHouse answered ${text} where an integer is due.`);
  return BigInt(text);
}
