import { ENVIRONMENT } from '../tenancy/paths.ts';
import { envelopeOf, pageOf } from '../wire/envelope.ts';
import type { Operations } from '../wire/operations/operation.ts';
import { ServingRouteV1Schema } from './serving-route.ts';

/** The operations on environments of a gateway. */
export const GATEWAY_OPERATIONS = {
  'customer.routes.list': {
    method: 'GET',
    path: `${ENVIRONMENT}/routes`,
    success: 200,
    answer: pageOf('routes', ServingRouteV1Schema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'routes',
    summary: 'List the routes of an environment',
    description:
      'The named routes of an environment, newest first, each with the release that serves it now. It needs `comparisons.run` there.',
  },
  'customer.routes.get': {
    method: 'GET',
    path: `${ENVIRONMENT}/routes/{rt}`,
    success: 200,
    answer: envelopeOf('route', ServingRouteV1Schema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'routes',
    summary: 'Read one route',
    description:
      'A route and the release that serves it now: connection, model, system text and parameters. It needs `comparisons.run` in the environment.',
  },
} as const satisfies Operations;
