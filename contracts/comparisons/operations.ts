import { ENVIRONMENT, GATEWAY } from '../tenancy/paths.ts';
import { envelopeOf, pageOf } from '../wire/envelope.ts';
import type { Operations } from '../wire/operation.ts';
import { CaseV1Schema, CasesCreationSchema } from './case.ts';
import { ComparisonV1Schema } from './comparison.ts';
import { ComparisonRunV1Schema } from './comparison-run.ts';
import { ComparisonSampleV1Schema } from './comparison-sample.ts';

const CASES = `${GATEWAY}/cases` as const;
const COMPARISONS = `${ENVIRONMENT}/comparisons` as const;
const COMPARISON = `${COMPARISONS}/{cmp}` as const;

const RUN = `${COMPARISON}/runs/{crun}` as const;

/** What any operation on something in a comparison can be refused with. */
const OF_COMPARISON = ['forbidden', 'comparisons_not_enabled', 'comparison_not_found'] as const;

/** What is compared, and what came of it. */
export const COMPARISON_OPERATIONS = {
  'customer.cases.create': {
    method: 'POST',
    path: CASES,
    success: 201,
    answer: envelopeOf('case-creation', CasesCreationSchema),
    effect: 'write',
    idempotency: 'key',
    refusals: ['forbidden', 'conflict'],
    tag: 'cases',
    summary: 'Create cases',
    description:
      'Keeps up to 100 cases of a gateway: all of them or none. The same idempotency key and body answer the same cases again. It needs `comparisons.run` in an environment of the gateway.',
  },
  'customer.cases.list': {
    method: 'GET',
    path: CASES,
    success: 200,
    answer: pageOf('cases', CaseV1Schema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'cases',
    summary: 'List the cases of a gateway',
    description:
      'The cases of a gateway, newest first, each at its latest version. It needs `comparisons.run` in an environment of the gateway.',
  },
  'customer.cases.get': {
    method: 'GET',
    path: `${CASES}/{case}`,
    success: 200,
    answer: envelopeOf('case', CaseV1Schema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'cases',
    summary: 'Read one case',
    description: 'A case at its latest version. It needs `comparisons.run` in an environment of the gateway.',
  },
  'customer.cases.versions': {
    method: 'GET',
    path: `${CASES}/{case}/versions`,
    success: 200,
    answer: pageOf('case-versions', CaseV1Schema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'cases',
    summary: 'List the versions of a case',
    description: 'All versions of a case, newest first. It needs `comparisons.run` in an environment of the gateway.',
  },
  'customer.cases.revise': {
    method: 'POST',
    path: `${CASES}/{case}/versions`,
    success: 201,
    answer: envelopeOf('case', CaseV1Schema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden', 'precondition_failed'],
    tag: 'cases',
    summary: 'Give a case its next version',
    description:
      'Writes the whole case anew as its next version; earlier ones stay as they are, and so does every sample set that pins one. A stale `expected_version` is 412.',
  },
  'customer.comparisons.create': {
    method: 'POST',
    path: COMPARISONS,
    success: 201,
    answer: envelopeOf('comparison', ComparisonV1Schema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden', 'comparisons_not_enabled', 'acceptance_rule_required'],
    tag: 'comparisons',
    summary: 'Make a comparison',
    description:
      'Asks whether a route may be served by something else, with the bar that it has to meet, which may also be declared later. It sends nothing and costs nothing.',
  },
  'customer.comparisons.list': {
    method: 'GET',
    path: COMPARISONS,
    success: 200,
    answer: pageOf('comparisons', ComparisonV1Schema),
    effect: 'read',
    refusals: ['forbidden', 'comparisons_not_enabled'],
    tag: 'comparisons',
    summary: 'List the comparisons of an environment',
    description: 'The comparisons of an environment, newest first.',
  },
  'customer.comparisons.get': {
    method: 'GET',
    path: COMPARISON,
    success: 200,
    answer: envelopeOf('comparison', ComparisonV1Schema),
    effect: 'read',
    refusals: ['forbidden', 'comparisons_not_enabled', 'comparison_not_found'],
    tag: 'comparisons',
    summary: 'Read one comparison',
    description: 'A comparison with its bar.',
  },
  'customer.comparisons.samples.publish': {
    method: 'POST',
    path: `${COMPARISON}/samples`,
    success: 201,
    answer: envelopeOf('comparison-sample', ComparisonSampleV1Schema),
    effect: 'write',
    idempotency: 'none',
    refusals: [
      'forbidden',
      'comparisons_not_enabled',
      'comparison_not_found',
      'sample_set_empty',
      'sample_set_too_large',
      'sample_case_not_found',
      'expected_label_required',
      'reference_notes_required',
      'sample_case_version_mismatch',
      'comparison_kind_mismatch',
    ],
    tag: 'comparisons',
    summary: 'Publish a sample set',
    description:
      'Pins 2 to 50 cases of the gateway, each at one of its versions, for good. Another set is published beside it, and never changes it.',
  },
  'customer.comparisons.samples.get': {
    method: 'GET',
    path: `${COMPARISON}/samples/{ver}`,
    success: 200,
    answer: envelopeOf('comparison-sample', ComparisonSampleV1Schema),
    effect: 'read',
    refusals: ['forbidden', 'comparisons_not_enabled', 'comparison_not_found'],
    tag: 'comparisons',
    summary: 'Read one sample set',
    description: 'A sample set of a comparison, with the version of each of its cases.',
  },
  'customer.comparisons.runs.preflight': {
    method: 'POST',
    path: `${COMPARISON}/runs/preflight`,
    success: 201,
    answer: envelopeOf('comparison-run', ComparisonRunV1Schema),
    effect: 'write',
    idempotency: 'none',
    refusals: [
      'forbidden',
      'comparisons_not_enabled',
      'comparison_not_found',
      'judge_connection_not_granted',
      'acceptance_rule_required',
      'judge_same_family_refused',
      'comparison_kind_mismatch',
      'acceptance_rule_immutable',
    ],
    tag: 'comparisons',
    summary: 'Plan a run',
    description:
      'Pins what a run would send, to whom, and how it is judged, and says what it will cost and what its sample can show at best. Nothing is sent. The first one fixes the bar for good.',
  },
  'customer.comparisons.runs.start': {
    method: 'POST',
    path: `${COMPARISON}/runs`,
    success: 202,
    answer: envelopeOf('comparison-run', ComparisonRunV1Schema),
    effect: 'write',
    idempotency: 'key',
    refusals: [
      ...OF_COMPARISON,
      'duplicate_comparison_run',
      'comparison_canceled',
      'baseline_release_changed',
      'comparison_evidence_stale',
      'spend_ceiling_above_remaining',
    ],
    tag: 'comparisons',
    summary: 'Start a run',
    description:
      'Queues a run that was planned, under a ceiling that it never spends past. The same idempotency key with the same plan and ceilings answers the same run.',
  },
  'customer.comparisons.runs.list': {
    method: 'GET',
    path: `${COMPARISON}/runs`,
    success: 200,
    answer: pageOf('comparison-runs', ComparisonRunV1Schema),
    effect: 'read',
    refusals: OF_COMPARISON,
    tag: 'comparisons',
    summary: 'List the runs of a comparison',
    description: 'The runs of a comparison, planned ones among them, newest first.',
  },
  'customer.comparisons.runs.get': {
    method: 'GET',
    path: RUN,
    success: 200,
    answer: envelopeOf('comparison-run', ComparisonRunV1Schema),
    effect: 'read',
    refusals: OF_COMPARISON,
    tag: 'comparisons',
    summary: 'Read one run',
    description: 'A run: its plan, where it stands, and what it has reserved and spent. Money needs `cost.read`.',
  },
  'customer.comparisons.runs.cancel': {
    method: 'POST',
    path: `${RUN}/cancel`,
    success: 200,
    answer: envelopeOf('comparison-run', ComparisonRunV1Schema),
    effect: 'write',
    idempotency: 'inherent',
    refusals: [...OF_COMPARISON, 'conflict', 'comparison_canceled'],
    tag: 'comparisons',
    summary: 'Cancel a run',
    description:
      'Stops a run at once: nothing more is sent, calls under way end, and what they cost is kept. Of a run that was not taken up yet nothing was sent.',
  },
} as const satisfies Operations;
