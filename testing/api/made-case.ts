import type { CaseContent } from '../../domain/comparisons/case-content.ts';
import type { CaseV1 } from '../../contracts/comparisons/case.ts';
import type { FakeComparing } from '../fakes/comparing.ts';
import { demoId, ORGANIZATION_ID, SUBJECTS, WORKSPACE_ID } from './demo-ids.ts';
import { ENVIRONMENT_IDS } from './made-route.ts';
import type { TestApi } from './test-api.ts';

/** The content of a case, by default with a label and without notes. */
export function makeCaseContent(
  change: Partial<CaseContent> = {},
): CaseContent & { messages: CaseV1['messages']; label: CaseV1['label'] } {
  return {
    messages: [{ role: 'user', content: 'How much is 6 times 7?' }],
    label: { kind: 'number', expected: '42', tolerance: '0' },
    reference_notes: '',
    critical: false,
    ...change,
  } as CaseContent & { messages: CaseV1['messages']; label: CaseV1['label'] };
}

/** Creates a case of the demo's gateway, as the owner. */
export async function makeCase(api: TestApi, change: Partial<CaseContent> = {}): Promise<CaseV1> {
  const { data } = await api.client('owner', ENVIRONMENT_IDS).cases.create({ cases: [makeCaseContent(change)] });
  return data.cases[0]!;
}

/** Puts a case into the demo's gateway, with a predictable id. */
export function putCase({ caseRows }: FakeComparing, number = 1): CaseV1 {
  const at = '2026-02-01T08:00:00.000Z';
  const made: CaseV1 = {
    case_id: demoId('case', number),
    organization_id: ORGANIZATION_ID,
    workspace_id: WORKSPACE_ID,
    application_id: ENVIRONMENT_IDS.applicationId,
    gateway_id: ENVIRONMENT_IDS.gatewayId,
    version: '1',
    latest_version: '1',
    ...makeCaseContent(),
    source: 'created',
    author: SUBJECTS.owner,
    created_at: at,
    versioned_at: at,
  };
  caseRows.set(made.case_id, [made]);
  return made;
}
