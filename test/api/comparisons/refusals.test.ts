import { describe, expect, it } from 'vitest';
import type { TruetallyProblemError } from '../../../clients/typescript/errors.ts';
import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { PROBLEMS } from '../../../contracts/customer/problem.ts';
import { COMPARISON_CODES } from '../../../domain/kernel/comparison-codes.ts';
import { idOf } from '../../support/api/demo-ids.ts';
import { putCase } from '../../support/api/made-case.ts';
import { putComparison } from '../../support/api/made-comparison.ts';
import { ENVIRONMENT_PLACE } from '../../support/api/made-route.ts';
import { refusalOf } from '../../support/api/refusal-of.ts';
import { TestApi } from '../../support/api/test-api.ts';

/** As the contract has them. */
const STATUSES: Readonly<Record<string, number>> = {
  comparisons_not_enabled: 501,
  comparison_not_found: 404,
  comparison_kind_mismatch: 409,
  sample_set_empty: 422,
  sample_set_too_large: 422,
  sample_case_not_found: 404,
  sample_case_version_mismatch: 409,
  expected_label_required: 422,
  reference_notes_required: 422,
  acceptance_rule_required: 422,
  acceptance_rule_immutable: 409,
  spend_ceiling_above_remaining: 409,
  judge_connection_not_granted: 403,
  judge_same_family_refused: 422,
  comparison_run_not_terminal: 409,
  comparison_evidence_incomplete: 409,
  comparison_evidence_stale: 409,
  baseline_release_changed: 409,
  comparison_outcome_does_not_support_change: 409,
  decision_outcome_mismatch: 409,
  decision_requires_release_authority: 403,
  decision_superseded: 409,
  duplicate_comparison_run: 409,
  comparison_canceled: 409,
};

it('are the twenty-four of the contract, each with its status', () => {
  expect(Object.fromEntries(COMPARISON_CODES.map((code) => [code, PROBLEMS[code].status]))).toEqual(STATUSES);
});

it('are each declared by an operation that answers with it', () => {
  const declared = new Set<string>(Object.values(COMPARISON_OPERATIONS).flatMap(({ refusals }) => refusals));
  expect(COMPARISON_CODES.filter((code) => !declared.has(code))).toEqual([]);
});

type Kind = 'labeled' | 'judged';
const label = { kind: 'exact', expected: 'x' } as const;
/** Cases by their numbers: with a label, with notes, with neither, with both. */
const [LABELED, NOTED, BARE, BOTH] = [1, 2, 3, 4];
const MATERIAL = { [LABELED]: { label, reference_notes: '' }, [NOTED]: { label: null, reference_notes: 'n' } };

function prepared(kind: Kind = 'labeled') {
  const api = new TestApi();
  const { comparing } = api.plane;
  const { comparison_id: id } = putComparison(comparing, { kind });
  for (const number of [1, 2, 3, 4]) {
    const neither = { label: null, reference_notes: '' };
    const material = number === BOTH ? { label, reference_notes: 'n' } : (MATERIAL[number] ?? neither);
    const row = putCase(comparing, number);
    comparing.caseRows.set(row.case_id, [{ ...row, ...material }]);
  }
  const { comparisons } = api.client('owner', ENVIRONMENT_PLACE);
  const publish = (...chosen: (number | [number, string])[]): Promise<unknown> =>
    comparisons.samples.publish(id, {
      cases: chosen.map((one) => {
        const [number, version] = typeof one === 'number' ? [one, '1'] : one;
        return { case_id: idOf('case', number), version };
      }),
    });
  return { api, comparisons, publish, id };
}

const many = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1_000);

const CASES: readonly [string, string, () => Promise<TruetallyProblemError>][] = [
  ['sample_set_empty', 'no case', () => refusalOf(prepared().publish())],
  ['sample_set_empty', 'one case', () => refusalOf(prepared().publish(LABELED))],
  ['sample_set_too_large', '51 cases, before whether they are there', () => refusalOf(prepared().publish(...many(51)))],
  ['sample_case_not_found', 'a case that is not there', () => refusalOf(prepared().publish(LABELED, 77))],
  [
    'sample_case_not_found',
    'a case that is not there, before one without a label and one without the version',
    () => refusalOf(prepared().publish(BARE, [LABELED, '2'], 77)),
  ],
  ['expected_label_required', 'neither label nor notes', () => refusalOf(prepared().publish(LABELED, BARE))],
  [
    'expected_label_required',
    'neither label nor notes, before the version that another one lacks',
    () => refusalOf(prepared().publish([LABELED, '2'], BARE)),
  ],
  ['reference_notes_required', 'neither, of a judged one', () => refusalOf(prepared('judged').publish(NOTED, BARE))],
  ['sample_case_version_mismatch', 'no such version', () => refusalOf(prepared().publish(LABELED, [BOTH, '2']))],
  [
    'sample_case_version_mismatch',
    'no such version, before the kind of another one',
    () => refusalOf(prepared().publish(NOTED, [LABELED, '2'])),
  ],
  ['comparison_kind_mismatch', 'notes alone', () => refusalOf(prepared().publish(LABELED, NOTED))],
  ['comparison_kind_mismatch', 'a label alone', () => refusalOf(prepared('judged').publish(LABELED, NOTED))],
  [
    'acceptance_rule_required',
    'a rule that asks for nothing',
    () => {
      const rule = { confidence: '0.95', tolerated_unknowns: 3, critical_cases_must_pass: false } as const;
      const body = { name: 'x', kind: 'labeled', route_id: idOf('route', 1), acceptance_rule: rule } as const;
      return refusalOf(prepared().comparisons.create(body));
    },
  ],
  ['comparison_not_found', 'no such comparison', () => refusalOf(prepared().comparisons.get(idOf('comparison', 77)))],
  [
    'comparison_not_found',
    'a comparison of another environment',
    () => {
      const place = { ...ENVIRONMENT_PLACE, gatewayId: idOf('gateway', 2), environmentId: idOf('environment', 2) };
      const { api, id } = prepared();
      return refusalOf(api.client('owner', place).comparisons.get(id));
    },
  ],
  [
    'comparison_not_found',
    'no such sample set',
    () => {
      const { comparisons, id } = prepared();
      return refusalOf(comparisons.samples.get(id, idOf('comparisonSample', 77)));
    },
  ],
];

describe.each(CASES)('%s', (type, when, refused) => {
  it(`is answered to ${when}`, async () => {
    const { status, ...problem } = await refused();
    expect({ type: problem.type, status }).toEqual({ type, status: STATUSES[type] });
    expect(problem.detail).toMatch(/\.$/);
  });
});

it('a case with both is taken by either kind', async () => {
  await prepared().publish(LABELED, BOTH);
  await prepared('judged').publish(NOTED, BOTH);
});

describe('comparisons_not_enabled', () => {
  const { applicationId, gatewayId, environmentId, organizationId, workspaceId } = ENVIRONMENT_PLACE;
  const path = `/organizations/${organizationId}/workspaces/${workspaceId}/applications/${applicationId}/gateways/${gatewayId}/environments/${environmentId}/comparisons`;

  it.each(['', `/${idOf('comparison', 1)}`])(
    'is answered where nothing carries runs: …/comparisons%s',
    async (below) => {
      const api = new TestApi({ comparisons: undefined } as object);
      expect(await api.get(path + below)).toMatchObject({ status: 501, body: { type: 'comparisons_not_enabled' } });
    },
  );
});
