import type { LaneDescription } from '../frame/plugins/openapi-plugin.ts';

const WORDS = [
  'The customer lane answers questions about LLM gateway traffic, and runs reports and comparisons.',
  'Every refusal is a problem document (RFC 9457); `status` and `type` together identify the problem. Numbers are decimal',
  'strings, and instants are RFC 3339 in UTC with milliseconds.',
].join(' ');

/** The description of the customer lane. */
export const CUSTOMER_DESCRIPTION: LaneDescription = {
  title: 'Truetally',
  description: WORDS,
  tags: [
    { name: 'access', description: 'The caller, and the resources that the caller can access' },
    { name: 'identities', description: 'Service identities, their credentials, and teams' },
    { name: 'traffic', description: 'Traffic that applications send' },
    { name: 'insights', description: 'Questions about traffic' },
    { name: 'traces', description: 'Traces of agents, as trees of their steps' },
    { name: 'saved views', description: 'Questions that are stored under a name' },
    { name: 'reports', description: 'Reports of saved views, and their runs' },
    { name: 'report schedules', description: 'Times at which reports run automatically' },
    { name: 'report inbox', description: 'Reports and notices that were delivered to the caller' },
    { name: 'routes', description: 'Routes of environments, and the releases that serve them' },
    { name: 'cases', description: 'Inputs of comparisons' },
    { name: 'comparisons', description: 'Comparisons of a candidate with the release that serves a route' },
    { name: 'operations', description: 'Liveness and readiness of the service' },
  ],
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'A management key; runtime keys are refused' },
    runtime: { type: 'http', scheme: 'bearer', description: 'A runtime key of the environment; others are refused' },
  },
};
