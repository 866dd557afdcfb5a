import { createHash } from 'node:crypto';
import type { DatasetRequest } from '../../../analytics/quality/datasets/dataset-request.ts';
import type { ContentStore } from '../../../contracts/ingest/events/captured-content.ts';
import type { DatasetMember } from '../../../domain/quality/datasets/dataset-member.ts';

/** The number of contents that are read at the same time. */
const AT_ONCE = 16;

/** SHA-256 of a text in hexadecimal. */
export function contentHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The members that some requests of a workspace become, with the hash of the stored text of each, in their order. */
export async function captureMembers(
  contents: ContentStore | undefined,
  workspaceId: string,
  requests: readonly DatasetRequest[],
): Promise<DatasetMember[]> {
  const members: DatasetMember[] = [];
  for (let at = 0; at < requests.length; at += AT_ONCE)
    members.push(
      ...(await Promise.all(
        requests.slice(at, at + AT_ONCE).map(async (request) => {
          const { requestId, admittedAtMs } = request;
          const found = await contents?.find({ workspaceId, requestId, admittedAt: new Date(admittedAtMs) });
          return {
            ...request,
            contentHash: found?.request === undefined ? '' : contentHash(found.request),
            hasAnswer: found?.response !== undefined && found.isCutOff !== true,
          };
        }),
      )),
    );
  return members;
}
