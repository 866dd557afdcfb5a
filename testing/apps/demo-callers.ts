import { type Action, ACTIONS } from '../../domain/tenancy/actions.ts';
import type { ScopeBlock } from '../../domain/tenancy/scope.ts';
import type { FakeControlPlane } from '../fakes/control-plane.ts';
import {
  FIRST_APPLICATION_ID,
  SECOND_APPLICATION_ID,
  demoId,
  NEXT_WORKSPACE_ID,
  ORGANIZATION_ID,
  OTHER_ORGANIZATION_ID,
  OTHER_WORKSPACE_ID,
  SUBJECTS,
  type SubjectName,
  WORKSPACE_ID,
} from '../api/demo-ids.ts';

/**
 * Credentials that this lane does not accept: a gateway's credential, a gateway's credential of a subject with every
 * permission including feedback, and a credential that was never issued.
 */
type Unaccepted = 'runtime' | 'feedback' | 'forged';

/** The callers. `gateway` sends the traffic of the first environment, `nobody` sends no credential. */
export type CallerName = SubjectName | Unaccepted | 'gateway' | 'nobody';

export function callerToken(name: CallerName): string {
  return name === 'runtime' || name === 'feedback' || name === 'gateway' ? `ttv_${name}` : `ttm_${name}`;
}

/** Adds the workspaces and their callers, with their permissions. */
export function seedCallers(plane: FakeControlPlane): void {
  const leaf = (application: string, number: number) => ({
    applicationId: application,
    gatewayId: demoId('gateway', number),
    environmentId: demoId('environment', number),
  });
  plane.trees.set(WORKSPACE_ID, {
    organizationId: ORGANIZATION_ID,
    workspaceId: WORKSPACE_ID,
    environments: [leaf(FIRST_APPLICATION_ID, 1), leaf(FIRST_APPLICATION_ID, 2), leaf(SECOND_APPLICATION_ID, 3)],
  });
  plane.trees.set(NEXT_WORKSPACE_ID, {
    organizationId: ORGANIZATION_ID,
    workspaceId: NEXT_WORKSPACE_ID,
    environments: [leaf(demoId('application', 8), 8)],
  });
  plane.trees.set(OTHER_WORKSPACE_ID, {
    organizationId: OTHER_ORGANIZATION_ID,
    workspaceId: OTHER_WORKSPACE_ID,
    environments: [leaf(demoId('application', 9), 9)],
  });
  const bind = (name: SubjectName, organizationId: string, actions: readonly Action[], block?: ScopeBlock) => {
    const subjectId = SUBJECTS[name];
    plane.tokens.set(callerToken(name), { subjectId, class: 'management' });
    plane.callers.set(subjectId, {
      subjectId,
      organizationId,
      authorityEpoch: '1',
      bindings: block === undefined ? [] : [{ actions, block }],
    });
  };
  bind('owner', ORGANIZATION_ID, ACTIONS, { organizationId: ORGANIZATION_ID });
  bind('analyst', ORGANIZATION_ID, ['metadata.read'], { organizationId: ORGANIZATION_ID, workspaceId: WORKSPACE_ID });
  bind('narrow', ORGANIZATION_ID, ['metadata.read', 'cost.read'], {
    organizationId: ORGANIZATION_ID,
    workspaceId: WORKSPACE_ID,
    applicationId: FIRST_APPLICATION_ID,
  });
  bind('costless', ORGANIZATION_ID, ['metadata.read', 'content.read', 'dimensions.read'], {
    organizationId: ORGANIZATION_ID,
    workspaceId: WORKSPACE_ID,
  });
  bind('contentless', ORGANIZATION_ID, ['metadata.read', 'cost.read', 'dimensions.read'], {
    organizationId: ORGANIZATION_ID,
    workspaceId: WORKSPACE_ID,
  });
  bind('neighbour', ORGANIZATION_ID, ACTIONS, { organizationId: ORGANIZATION_ID, workspaceId: NEXT_WORKSPACE_ID });
  bind('stranger', ORGANIZATION_ID, []);
  bind('deployer', ORGANIZATION_ID, ['releases.deploy'], {
    organizationId: ORGANIZATION_ID,
    workspaceId: WORKSPACE_ID,
  });
  bind('outsider', OTHER_ORGANIZATION_ID, ACTIONS, { organizationId: OTHER_ORGANIZATION_ID });
  const [first] = plane.trees.get(WORKSPACE_ID)!.environments;
  plane.tokens.set(callerToken('gateway'), {
    subjectId: SUBJECTS.owner,
    class: 'runtime',
    environment: { organizationId: ORGANIZATION_ID, workspaceId: WORKSPACE_ID, ...first! },
  });
  plane.tokens.set(callerToken('runtime'), { subjectId: SUBJECTS.analyst, class: 'runtime' });
  // The data plane writes feedback. This lane has no such action, so the permission has no effect here.
  plane.tokens.set(callerToken('feedback'), { subjectId: SUBJECTS.owner, class: 'runtime' });
}
