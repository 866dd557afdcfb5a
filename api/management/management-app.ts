import { MANAGEMENT_OPERATIONS } from '../../contracts/management/operations.ts';
import type { FramePorts } from '../frame/frame-ports.ts';
import { createLaneApp } from '../frame/lane-app.ts';
import { registerOperation } from '../frame/operations/register-operation.ts';
import type { ApiApp } from '../frame/route-context.ts';
import { MANAGEMENT_LANE } from './lane.ts';
import { MANAGEMENT_DESCRIPTION } from './management-description.ts';
import { readCapabilities } from './read-capabilities.ts';
import { registerProblems } from './register-problems.ts';

const CAPABILITIES = 'management.capabilities.get';

/** The management plane over its ports. */
export function createManagementApp(ports: FramePorts): ApiApp {
  return createLaneApp(ports, {
    lane: MANAGEMENT_LANE,
    description: MANAGEMENT_DESCRIPTION,
    // Nobody signs in yet: what there is, anybody may ask.
    callerOf: () => ({}),
    register: (app) => {
      registerProblems(app);
      const operation = MANAGEMENT_OPERATIONS[CAPABILITIES];
      registerOperation(app, { name: CAPABILITIES, operation, onRequest: [], answer: readCapabilities });
    },
  });
}
