import { MANAGEMENT_OPERATIONS } from '../../contracts/management/operations.ts';
import type { FramePorts } from '../frame/frame-ports.ts';
import { createLaneApp } from '../frame/lane-app.ts';
import { registerOperation } from '../frame/operations/register-operation.ts';
import type { ApiApp } from '../frame/route-context.ts';
import { createManagementAccess, type TokenPort } from './access/management-access.ts';
import { MANAGEMENT_LANE } from './lane.ts';
import { MANAGEMENT_DESCRIPTION } from './management-description.ts';
import { readCapabilities } from './read-capabilities.ts';
import { readMe } from './read-me.ts';
import { registerProblems } from './register-problems.ts';

const CAPABILITIES = 'management.capabilities.get';
const ME = 'management.me.get';

export interface ManagementPorts extends FramePorts {
  readonly tokens: TokenPort;
}

/** The management plane over its ports. */
export function createManagementApp(ports: ManagementPorts): ApiApp {
  const access = createManagementAccess(ports.tokens);
  return createLaneApp(ports, {
    lane: MANAGEMENT_LANE,
    description: MANAGEMENT_DESCRIPTION,
    callerOf(request) {
      const token = access.token.find(request);
      return token ? { credentialId: token.tokenId } : {};
    },
    register: (app) => {
      registerProblems(app);
      const operation = MANAGEMENT_OPERATIONS[CAPABILITIES];
      registerOperation(app, { name: CAPABILITIES, operation, onRequest: [], answer: readCapabilities });
      const me = MANAGEMENT_OPERATIONS[ME];
      registerOperation(app, {
        name: ME,
        operation: me,
        onRequest: access.require(me.access),
        answer: (request) => readMe(access.token.of(request)),
      });
    },
  });
}
