import { ENVIRONMENT_PATH } from '../tenancy/paths.ts';
import { envelopeSchema, pageSchema } from '../wire/envelope.ts';
import type { Operations } from '../wire/operations/operation.ts';
import { ServingRouteV1Schema } from './serving-route.ts';

/** The operations on environments of a gateway. */
export const GATEWAY_OPERATIONS = {
  'customer.routes.list': {
    method: 'GET',
    path: `${ENVIRONMENT_PATH}/routes`,
    success: 200,
    answer: pageSchema('routes', ServingRouteV1Schema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'routes',
    summary: 'List the routes of an environment',
    description:
      'Lists the named routes of an environment, newest first, each with its current release. It needs `comparisons.run` in the environment.',
  },
  'customer.routes.get': {
    method: 'GET',
    path: `${ENVIRONMENT_PATH}/routes/{rt}`,
    success: 200,
    answer: envelopeSchema('route', ServingRouteV1Schema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'routes',
    summary: 'Read one route',
    description:
      'Returns a route and its current release: connection, model, system text and parameters. It needs `comparisons.run` in the environment.',
  },
} as const satisfies Operations;
