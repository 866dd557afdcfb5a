import type { DatasetMember } from '../../domain/quality/datasets/dataset-member.ts';

/** A captured request as a member of a dataset. */
export function makeMember(requestId: string, change: Partial<DatasetMember> = {}): DatasetMember {
  return {
    requestId,
    environmentId: 'env_1',
    admittedAtMs: 1_000,
    kind: 'captured',
    segment: '',
    contentHash: '',
    hasAnswer: false,
    annotations: {},
    ...change,
  };
}
