import { type Action, ACTIONS } from '../../domain/tenancy/actions.ts';
import type { ScopeBlock } from '../../domain/tenancy/scope.ts';
import type { FakeControlPlane } from '../fakes/control-plane.ts';
import {
  APP_ONE,
  APP_TWO,
  idOf,
  NEXT_WS,
  ORG,
  OTHER_ORG,
  OTHER_WS,
  SUBJECTS,
  type SubjectName,
  WS,
} from '../api/demo-ids.ts';

/**
 * Credentials that this lane does not accept: a gateway's credential, a gateway's credential of a subject with every
 * permission including feedback, and a credential that was never issued.
 */
type Unaccepted = 'runtime' | 'feedback' | 'forged';

/** The callers. `gateway` sends the traffic of the first environment, `nobody` sends no credential. */
export type CallerName = SubjectName | Unaccepted | 'gateway' | 'nobody';

export function tokenOf(name: CallerName): string {
  return name === 'runtime' || name === 'feedback' || name === 'gateway' ? `ttv_${name}` : `ttm_${name}`;
}

/** Adds the workspaces and their callers, with their permissions. */
export function seedCallers(plane: FakeControlPlane): void {
  const leaf = (application: string, number: number) => ({
    applicationId: application,
    gatewayId: idOf('gateway', number),
    environmentId: idOf('environment', number),
  });
  plane.trees.set(WS, {
    organizationId: ORG,
    workspaceId: WS,
    environments: [leaf(APP_ONE, 1), leaf(APP_ONE, 2), leaf(APP_TWO, 3)],
  });
  plane.trees.set(NEXT_WS, {
    organizationId: ORG,
    workspaceId: NEXT_WS,
    environments: [leaf(idOf('application', 8), 8)],
  });
  plane.trees.set(OTHER_WS, {
    organizationId: OTHER_ORG,
    workspaceId: OTHER_WS,
    environments: [leaf(idOf('application', 9), 9)],
  });
  const bind = (name: SubjectName, organizationId: string, actions: readonly Action[], block?: ScopeBlock) => {
    const subjectId = SUBJECTS[name];
    plane.tokens.set(tokenOf(name), { subjectId, class: 'management' });
    plane.callers.set(subjectId, {
      subjectId,
      organizationId,
      authorityEpoch: '1',
      bindings: block === undefined ? [] : [{ actions, block }],
    });
  };
  bind('owner', ORG, ACTIONS, { organizationId: ORG });
  bind('analyst', ORG, ['metadata.read'], { organizationId: ORG, workspaceId: WS });
  bind('narrow', ORG, ['metadata.read', 'cost.read'], { organizationId: ORG, workspaceId: WS, applicationId: APP_ONE });
  bind('costless', ORG, ['metadata.read', 'content.read'], { organizationId: ORG, workspaceId: WS });
  bind('contentless', ORG, ['metadata.read', 'cost.read'], { organizationId: ORG, workspaceId: WS });
  bind('neighbour', ORG, ACTIONS, { organizationId: ORG, workspaceId: NEXT_WS });
  bind('stranger', ORG, []);
  bind('deployer', ORG, ['releases.deploy'], { organizationId: ORG, workspaceId: WS });
  bind('outsider', OTHER_ORG, ACTIONS, { organizationId: OTHER_ORG });
  const [first] = plane.trees.get(WS)!.environments;
  plane.tokens.set(tokenOf('gateway'), {
    subjectId: SUBJECTS.owner,
    class: 'runtime',
    environment: { organizationId: ORG, workspaceId: WS, ...first! },
  });
  plane.tokens.set(tokenOf('runtime'), { subjectId: SUBJECTS.analyst, class: 'runtime' });
  // The data plane writes feedback. This lane has no such action, so the permission has no effect here.
  plane.tokens.set(tokenOf('feedback'), { subjectId: SUBJECTS.owner, class: 'runtime' });
}
