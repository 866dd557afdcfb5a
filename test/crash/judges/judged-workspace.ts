import { createTruetallyClient, type TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import type { TrafficEvent } from '../../../clients/typescript/wire.ts';
import type { EnvironmentLeaf } from '../../../domain/tenancy/scope.ts';
import { createCredentialStore } from '../../../store/tenancy/credential-store.ts';
import { DEMO_TENANCY } from '../../../store/tenancy/demo-tenancy.ts';
import { newWorkspace } from '../../../testing/scenarios/new-workspace.ts';
import type { Stage } from '../../../testing/scenarios/scenario.ts';

/** Creates a separate workspace, whose traffic the client sends. */
export async function openJudgedWorkspace({
  pool,
  place,
}: Pick<Stage, 'pool' | 'place'>): Promise<{ workspaceId: string; leaf: EnvironmentLeaf; client: TruetallyClient }> {
  const { organizationId, subjects } = DEMO_TENANCY;
  const { workspaceId, leaf } = await newWorkspace(pool, organizationId);
  const clock = { now: () => new Date() };
  const { token } = await createCredentialStore(pool, clock).create({
    ...{ subjectId: subjects.owner, class: 'runtime', environmentId: leaf.environmentId, name: 'judged' },
  });
  return {
    workspaceId,
    leaf,
    client: createTruetallyClient({ ...place, token, organizationId, workspaceId, ...leaf }),
  };
}

/** The events of a request that was answered immediately. */
export function answeredRequest(id: string, at: string): TrafficEvent {
  return {
    event: 'request_terminal',
    ...{ schema: 1, logical_request_id: id, admitted_at: at, terminal_at: at },
    purpose: 'application',
    status: 'succeeded',
    attempt_count: 1,
    streaming: false,
  };
}
