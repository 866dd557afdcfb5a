import { kindOfEnding } from '../../../domain/quality/datasets/appended-requests.ts';
import type { DatasetMember } from '../../../domain/quality/datasets/dataset-member.ts';

/** A request of facts that can become a member. */
export type DatasetRequest = Omit<DatasetMember, 'contentHash' | 'hasAnswer'>;

/** The row of a request. */
export interface DatasetRequestRow {
  readonly request_id: string;
  readonly environment_id: string;
  /** Milliseconds since 1970. */
  readonly admitted: string;
  readonly segment: string;
  readonly purpose: string;
  readonly ending: string;
}

export function requestFromRow(
  { request_id, environment_id, admitted, segment, purpose, ending }: DatasetRequestRow,
  annotations: DatasetRequest['annotations'] = {},
): DatasetRequest {
  return {
    requestId: request_id,
    environmentId: environment_id,
    admittedAtMs: Number(admitted),
    kind: kindOfEnding(purpose, ending),
    segment,
    annotations,
  };
}
