import type { AcceptanceRuleV1, ComparisonV1 } from '../../../../clients/typescript/wire.ts';
import type { Screen } from '../../../output/screen.ts';
import type { LaneFlags } from '../../../service/call-operation.ts';
import type { FlagValues } from '../../../tree/flag.ts';
import { bodyOf, type BodyValues } from '../lane/body-of.ts';
import { listAction } from '../lane/list-action.ts';
import { localTime } from '../lane/local-time.ts';
import type { PageValues } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { recordText } from '../lane/record-text.ts';
import { ruleFrom, type RULE_FLAGS } from './rule-flags.ts';

interface CreateValues extends LaneFlags, FlagValues<typeof RULE_FLAGS>, BodyValues {
  readonly 'management-key-stdin': boolean;
  readonly name: string | undefined;
  readonly kind: string | undefined;
  readonly route: string | undefined;
}

export const listComparisons = listAction<ComparisonV1, LaneFlags & PageValues>({
  operation: 'customer.comparisons.list',
  columns: [
    { title: 'KIND', cell: ({ kind }) => kind },
    { title: 'NAME', canShrink: true, cell: ({ name }) => name },
    { title: 'COMPARISON', cell: ({ comparison_id: id }) => id },
    { title: 'ROUTE', cell: ({ route_id: id }) => id },
    { title: 'CREATED', cell: ({ created_at: at }) => localTime(at) },
  ],
  empty: 'The environment has no comparisons. tt cloud comparison create makes one.',
});

export const getComparison = recordAction<ComparisonV1, LaneFlags>({
  operation: 'customer.comparisons.get',
  ids: ['cmp'],
  text: comparisonText,
});

export const createComparison = recordAction<ComparisonV1, CreateValues>({
  operation: 'customer.comparisons.create',
  body: (context, { flags }) =>
    bodyOf(context, flags, (need) => {
      const rule = ruleFrom(flags);
      return {
        name: need('name', flags.name),
        kind: need('kind', flags.kind),
        route_id: need('route', flags.route),
        ...(rule !== undefined && { acceptance_rule: rule }),
      };
    }),
  text: comparisonText,
});

/** An acceptance rule as one line. */
function ruleText(rule: AcceptanceRuleV1): string {
  const { quality, highest_cost_ratio: ratio, critical_cases_must_pass: mustPass } = rule;
  return [
    ...(quality === undefined ? [] : [quality.kind === 'better' ? 'better' : `not worse by ${quality.margin} or more`]),
    ...(ratio === undefined ? [] : [`cost ratio at most ${ratio}`]),
    ...(mustPass ? ['critical cases must pass'] : []),
    `at most ${rule.tolerated_unknowns} unknown`,
    `confidence ${rule.confidence}`,
  ].join(', ');
}

function comparisonText(comparison: ComparisonV1, screen: Screen): string {
  const { acceptance_rule: rule } = comparison;
  return recordText(
    [
      ['kind', comparison.kind],
      ['name', comparison.name],
      ['comparison', comparison.comparison_id],
      ['route', comparison.route_id],
      ['acceptance rule', rule === null ? '(none yet)' : ruleText(rule)],
      ['rule fixed', localTime(comparison.rule_fixed_at)],
      ['created by', comparison.created_by],
      ['created', localTime(comparison.created_at)],
    ],
    screen,
  );
}
