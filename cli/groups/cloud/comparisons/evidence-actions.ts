import type {
  ComparisonDecisionV1,
  ComparisonResultsV1,
  ComparisonVerdictV1,
} from '../../../../clients/typescript/wire.ts';
import type { Screen } from '../../../output/screen.ts';
import type { LaneFlags } from '../../../service/call-operation.ts';
import { bodyOf, type BodyValues } from '../lane/body-of.ts';
import { listAction } from '../lane/list-action.ts';
import { localTime } from '../lane/local-time.ts';
import type { PageValues } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { partsText, recordText } from '../lane/record-text.ts';
import { clausesText, resultsText } from './evidence-text.ts';

interface ReviewValues extends LaneFlags, BodyValues {
  readonly 'management-key-stdin': boolean;
  readonly case: string | undefined;
  readonly arm: string | undefined;
  readonly outcome: string | undefined;
  readonly note: string | undefined;
}

interface DecideValues extends LaneFlags, BodyValues {
  readonly 'management-key-stdin': boolean;
  readonly action: string | undefined;
  readonly outcome: string | undefined;
  readonly 'expected-decision': string | undefined;
  readonly note: string | undefined;
}

const RUN_IDS = ['cmp', 'crun'];

export const showResults = recordAction<ComparisonResultsV1, LaneFlags>({
  operation: 'customer.comparisons.results.get',
  ids: RUN_IDS,
  text: resultsText,
});

export const listVerdicts = listAction<ComparisonVerdictV1, LaneFlags & PageValues>({
  operation: 'customer.comparisons.verdicts.list',
  ids: RUN_IDS,
  columns: [
    { title: 'OUTCOME', cell: ({ outcome, reason_code: code }) => (code === '' ? outcome : `${outcome}: ${code}`) },
    { title: 'ARM', cell: ({ arm }) => arm },
    { title: 'SOURCE', cell: ({ source }) => source },
    { title: 'IN FORCE', cell: ({ in_force: isInForce }) => (isInForce ? 'yes' : 'superseded') },
    { title: 'CASE', cell: ({ case_id: id, version }) => `${id}@${version}` },
    { title: 'RATIONALE', canShrink: true, cell: ({ rationale }) => rationale.slice(0, 200) || '-' },
    { title: 'CREATED', cell: ({ created_at: at }) => localTime(at) },
  ],
  empty: 'The run has no verdicts yet.',
});

export const reviewVerdict = recordAction<ComparisonVerdictV1, ReviewValues>({
  operation: 'customer.comparisons.verdicts.review',
  ids: RUN_IDS,
  body: (context, { flags }) =>
    bodyOf(context, flags, (need) => ({
      case_id: need('case', flags.case),
      arm: need('arm', flags.arm),
      outcome: need('outcome', flags.outcome),
      note: flags.note ?? '',
    })),
  text: (verdict, screen) =>
    recordText(
      [
        ['outcome', verdict.outcome],
        ['arm', verdict.arm],
        ['case', `${verdict.case_id}@${verdict.version}`],
        ['verdict', verdict.verdict_id],
        ['source', verdict.source],
        ['rationale', verdict.rationale || undefined],
      ],
      screen,
    ),
});

export const decide = recordAction<ComparisonDecisionV1, DecideValues>({
  operation: 'customer.comparisons.decisions.create',
  ids: RUN_IDS,
  body: (context, { flags }) =>
    bodyOf(context, flags, (need) => ({
      action: need('action', flags.action),
      outcome: need('outcome', flags.outcome),
      expected_decision_id: flags['expected-decision'] ?? null,
      note: flags.note ?? '',
    })),
  text: decisionText,
});

export const listDecisions = listAction<ComparisonDecisionV1, LaneFlags & PageValues>({
  operation: 'customer.comparisons.decisions.list',
  ids: RUN_IDS,
  columns: [
    { title: 'ACTION', cell: ({ action }) => action },
    { title: 'OUTCOME', cell: ({ outcome }) => outcome },
    { title: 'NUMBER', isNumber: true, cell: ({ number }) => String(number) },
    { title: 'DECISION', cell: ({ decision_id: id }) => id },
    { title: 'RELEASE', cell: ({ release_id: id }) => id ?? '-' },
    { title: 'NOTE', canShrink: true, cell: ({ note }) => note || '-' },
    { title: 'DECIDED', cell: ({ decided_at: at }) => localTime(at) },
  ],
  empty: 'Nobody has decided on this run.',
});

export const showDecision = recordAction<ComparisonDecisionV1, LaneFlags>({
  operation: 'customer.comparisons.decisions.get',
  ids: [...RUN_IDS, 'cdec'],
  text: decisionText,
});

function decisionText(decision: ComparisonDecisionV1, screen: Screen): string {
  return partsText([
    recordText(
      [
        ['action', decision.action],
        ['outcome', decision.outcome],
        ['decision', `${decision.decision_id}, number ${decision.number}`],
        ['run', decision.run_id],
        ['release', decision.release_id ?? '(the route is kept)'],
        ['note', decision.note || undefined],
        ['decided', `${localTime(decision.decided_at)} by ${decision.decided_by}`],
      ],
      screen,
    ),
    clausesText(decision.clauses, screen),
  ]);
}
