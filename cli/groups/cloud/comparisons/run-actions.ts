import type { ComparisonRunV1 } from '../../../../clients/typescript/wire.ts';
import type { LaneFlags } from '../../../service/call-operation.ts';
import type { FlagValues } from '../../../tree/flag.ts';
import { bodyOf, type BodyValues } from '../lane/body-of.ts';
import { listAction } from '../lane/list-action.ts';
import { localTime } from '../lane/local-time.ts';
import type { PageValues } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { comparisonRunText } from './run-text.ts';
import { ruleFrom, type RULE_FLAGS } from './rule-flags.ts';
import { judgeFrom, targetFrom, type TARGET_FLAGS } from './target-flags.ts';

interface PlanValues extends LaneFlags, FlagValues<typeof TARGET_FLAGS>, FlagValues<typeof RULE_FLAGS>, BodyValues {
  readonly 'management-key-stdin': boolean;
  readonly sample: string | undefined;
}

export const planComparisonRun = recordAction<ComparisonRunV1, PlanValues>({
  operation: 'customer.comparisons.runs.preflight',
  ids: ['cmp'],
  body: (context, { flags }) =>
    bodyOf(context, flags, (need) => {
      const [judge, rule] = [judgeFrom(flags), ruleFrom(flags)];
      return {
        sample_id: need('sample', flags.sample),
        candidate: targetFrom(flags, need),
        ...(judge !== undefined && { judge }),
        ...(rule !== undefined && { acceptance_rule: rule }),
      };
    }),
  text: comparisonRunText,
  notes: ({ comparison_id: comparison, run_id: run }) => [
    `Start the run: tt cloud comparison start ${comparison} --run ${run} --spend-ceiling <usd>`,
  ],
});

export const listComparisonRuns = listAction<ComparisonRunV1, LaneFlags & PageValues>({
  operation: 'customer.comparisons.runs.list',
  ids: ['cmp'],
  columns: [
    { title: 'STATE', cell: ({ state, failure_code: code }) => (code === '' ? state : `${state}: ${code}`) },
    { title: 'CANDIDATE', canShrink: true, cell: ({ plan }) => plan.candidate.target.model },
    { title: 'RUN', cell: ({ run_id: id }) => id },
    { title: 'ANSWERED', isNumber: true, cell: ({ cells }) => `${cells.answered}/${cells.intended}` },
    { title: 'VERDICTS', isNumber: true, cell: ({ verdicts }) => `${verdicts.there}/${verdicts.intended}` },
    { title: 'CREATED', cell: ({ created_at: at }) => localTime(at) },
  ],
  empty: 'The comparison has no runs. tt cloud comparison preflight plans one.',
});

export const showComparisonRun = recordAction<ComparisonRunV1, LaneFlags>({
  operation: 'customer.comparisons.runs.get',
  ids: ['cmp', 'crun'],
  text: comparisonRunText,
});

export const cancelComparisonRun = recordAction<ComparisonRunV1, LaneFlags>({
  operation: 'customer.comparisons.runs.cancel',
  ids: ['cmp', 'crun'],
  text: comparisonRunText,
});
