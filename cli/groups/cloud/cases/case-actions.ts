import type { CaseContent, CasesCreation, CaseV1 } from '../../../../clients/typescript/wire.ts';
import { usageFault } from '../../../output/command-fault.ts';
import type { Screen } from '../../../output/screen.ts';
import { tableText } from '../../../output/table.ts';
import type { LaneFlags } from '../../../service/call-operation.ts';
import type { FlagValues } from '../../../tree/flag.ts';
import { bodyOf, editOf, type BodyValues, type EditValues, type Need } from '../lane/body-of.ts';
import { listAction, type ListColumn } from '../lane/list-action.ts';
import { localTime } from '../lane/local-time.ts';
import type { PageValues } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { recordText } from '../lane/record-text.ts';
import type { NEW_CASE_FLAGS } from './case-flags.ts';

type ContentValues = LaneFlags & FlagValues<typeof NEW_CASE_FLAGS>;

const COLUMNS: readonly ListColumn<CaseV1>[] = [
  { title: 'CRITICAL', cell: ({ critical }) => (critical ? 'critical' : '-') },
  { title: 'MESSAGE', canShrink: true, cell: lastMessage },
  { title: 'CASE', cell: ({ case_id: id }) => id },
  { title: 'VERSION', isNumber: true, cell: ({ version }) => version },
  { title: 'LABEL', canShrink: true, cell: labelText },
  { title: 'VERSIONED', cell: ({ versioned_at: at }) => localTime(at) },
];

export const listCases = listAction<CaseV1, LaneFlags & PageValues>({
  operation: 'customer.cases.list',
  columns: COLUMNS,
  empty: 'The gateway has no cases. tt cloud case create makes one.',
});

export const listVersions = listAction<CaseV1, LaneFlags & PageValues>({
  operation: 'customer.cases.versions',
  ids: ['case'],
  columns: COLUMNS,
  empty: 'The case has no versions.',
});

export const getCase = recordAction<CaseV1, LaneFlags>({
  operation: 'customer.cases.get',
  ids: ['case'],
  text: caseText,
});

export const createCases = recordAction<
  CasesCreation,
  ContentValues & BodyValues & { readonly 'idempotency-key': string | undefined }
>({
  operation: 'customer.cases.create',
  body: (context, { flags }) => bodyOf(context, flags, (need) => ({ cases: [contentFrom(flags, need)] })),
  text: ({ cases }, screen) =>
    tableText(
      COLUMNS,
      cases.map((one) => COLUMNS.map(({ cell }) => cell(one))),
      screen,
    ),
});

export const reviseCase = recordAction<CaseV1, ContentValues & EditValues & { readonly 'expected-version': string }>({
  operation: 'customer.cases.revise',
  ids: ['case'],
  body: (context, { flags }) =>
    editOf(context, flags, { member: 'expected_version', revision: flags['expected-version'] }, (need) =>
      contentFrom(flags, need),
    ),
  text: caseText,
});

/** The content that flags state. A label of a number tolerates nothing; another tolerance needs a document. */
function contentFrom({ message, expected, label, notes, critical }: ContentValues, need: Need): CaseContent {
  if (label !== undefined && expected === undefined)
    throw usageFault('--label is the way to compare with --expected.', 'add --expected');
  const kind = label ?? 'exact';
  return {
    messages: [{ role: 'user', content: need('message', message) }],
    label: expected === undefined ? null : kind === 'number' ? { kind, expected, tolerance: '0' } : { kind, expected },
    reference_notes: notes ?? '',
    critical,
  };
}

function lastMessage({ messages }: CaseV1): string {
  return messages.at(-1)?.content.slice(0, 200) ?? '';
}

function labelText({ label }: CaseV1): string {
  return label === null ? '-' : `${label.kind}: ${label.expected}`;
}

function caseText(one: CaseV1, screen: Screen): string {
  return recordText(
    [
      ['critical', one.critical ? 'yes' : 'no'],
      ['case', one.case_id],
      ['version', `${one.version} of ${one.latest_version}`],
      ...one.messages.map(({ role, content }) => [role, content] as const),
      ['label', labelText(one)],
      ['notes', one.reference_notes || undefined],
      ['source', one.source],
      ['author', one.author ?? undefined],
      ['versioned', localTime(one.versioned_at)],
    ],
    screen,
  );
}
