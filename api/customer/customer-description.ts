import type { LaneDescription } from '../frame/plugins/openapi.ts';

const WORDS = [
  'Honest, durable answers from LLM gateway traffic: the customer lane.',
  'Every refusal is a problem document (RFC 9457), known by `status` and `type` together. Numbers travel as decimal',
  'strings, and instants as RFC 3339 in UTC with milliseconds.',
].join(' ');

/** The description of the customer lane. */
export const CUSTOMER_DESCRIPTION: LaneDescription = {
  title: 'Truetally',
  description: WORDS,
  tags: [
    { name: 'access', description: 'Who asks, and what there is for them' },
    { name: 'traffic', description: 'How traffic comes in' },
    { name: 'insights', description: 'Questions of the traffic' },
    { name: 'saved views', description: 'Questions kept under a name' },
    { name: 'reports', description: 'Saved questions answered durably' },
    { name: 'report schedules', description: 'When reports run by themselves' },
    { name: 'report inbox', description: 'What was delivered to the caller' },
    { name: 'routes', description: 'What environments serve' },
    { name: 'cases', description: 'What the answers of a gateway are tried with' },
    { name: 'comparisons', description: 'Whether a route may be served by something else' },
    { name: 'operations', description: 'Whether the service lives and is ready' },
  ],
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'A management key; a runtime key is refused' },
    runtime: { type: 'http', scheme: 'bearer', description: 'A runtime key of the environment, and no other' },
  },
};
