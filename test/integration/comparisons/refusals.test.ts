import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { COMPARISON_CODES } from '../../../domain/kernel/comparison-codes.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { COMPARER_OPERATIONS } from '../../../testing/api/operations/comparer-operations.ts';
import type { MatrixIds } from '../../../testing/api/operations/matrix-operation.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { comparisonApi } from './comparison-api.ts';
import { openRefusalScene, type RefusalScene } from './refusal-scene.ts';
import { FIRST_OF_TWO } from './first-of-two.ts';
import { REFUSED_REQUESTS } from './refused-requests.ts';

/** The twenty-four codes of the contract. */
const STATUSES: Readonly<Record<(typeof COMPARISON_CODES)[number], number>> = {
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
const statusOf = (code: string): number =>
  code === 'validation_failed' ? 422 : STATUSES[code as keyof typeof STATUSES];

let scene: RefusalScene;
/** Well-formed ids of resources that do not exist. */
let nothing: MatrixIds;
beforeAll(async () => {
  scene = await openRefusalScene();
  const kinds = ['case', 'comparison', 'comparisonRun', 'comparisonDecision'] as const;
  nothing = {
    ...Object.fromEntries(kinds.map((kind) => [kind, newId(kind)])),
    route: scene.route.route_id,
    sample: newId('comparisonSample'),
  } as MatrixIds;
});
afterAll(() => scene.close());

const OPERATIONS = COMPARER_OPERATIONS.filter(({ name }) => name.startsWith('customer.comparisons.'));
const declares = (name: string, code: string): boolean =>
  (COMPARISON_OPERATIONS[name as keyof typeof COMPARISON_OPERATIONS].refusals as readonly string[]).includes(code);
const OF_SOMETHING = OPERATIONS.filter(({ name }) => declares(name, 'comparison_not_found'));

async function expectRefusal(code: string, request: () => Promise<unknown>): Promise<void> {
  const before = await scene.written();
  const { type, status, detail } = await toRefusal(request());
  expect({ type, status }).toEqual({ type: code, status: statusOf(code) });
  expect(detail).toMatch(/\.$/);
  expect(await scene.written()).toEqual(before);
}

it('every refusal that an operation declares is tested here, and no other', () => {
  const pairs = (of: readonly (readonly [string, string])[]): string[] => of.map((pair) => pair.join(' ')).sort();
  const declared = Object.entries(COMPARISON_OPERATIONS).flatMap(([operation, { refusals }]) =>
    refusals.filter((code) => code in STATUSES).map((code) => [operation, code] as const),
  );
  const tried = [
    ...OPERATIONS.map(({ name }) => [name, 'comparisons_not_enabled'] as const),
    ...OF_SOMETHING.map(({ name }) => [name, 'comparison_not_found'] as const),
    ...REFUSED_REQUESTS.map(({ operation, code }) => [operation, code] as const),
  ];
  expect([...new Set(pairs(tried))]).toEqual(pairs(declared));
  expect(new Set(tried.map(([, code]) => code))).toEqual(new Set(COMPARISON_CODES));
  expect(Object.keys(STATUSES)).toHaveLength(24);
});

describe('comparisons_not_enabled', () => {
  it.each(OPERATIONS)('is the answer of $name if no component runs comparisons', async ({ send }) => {
    const as = comparisonApi(scene, { comparisons: undefined } as object);
    await expectRefusal('comparisons_not_enabled', () => send(as(), nothing));
  });
});

describe('comparison_not_found', () => {
  it.each(OF_SOMETHING)('is the answer of $name for a missing comparison', async ({ send }) => {
    await expectRefusal('comparison_not_found', () => send(scene.as(), nothing));
  });
});

describe('a request is refused', () => {
  it.each(REFUSED_REQUESTS)('$operation with $code if $when', async ({ code, arrange }) => {
    await expectRefusal(code, await arrange(scene));
  });
});

describe('of two refusals that apply', () => {
  it.each(FIRST_OF_TWO)('$operation gives $code, although $when', async ({ code, arrange }) => {
    await expectRefusal(code, await arrange(scene));
  });
});
