import { SESSION_COOKIE } from '../../../contracts/management/login.ts';
import { MANAGEMENT_VERSION } from '../../../contracts/management/version.ts';
import type { LaneDescription } from '../../frame/plugins/openapi-plugin.ts';

const WORDS = [
  'The management plane manages judges, labels, outcomes and the cache of a deployment. Answers are documents without an envelope.',
  'Every refusal is a problem document (RFC 9457), and its `type` identifies the problem. The first number of the version is',
  'the epoch. Within an epoch, operations and optional members are only added. Operations with `x-stability: preview` can still change.',
].join(' ');

/** The description of the management plane. */
export const MANAGEMENT_DESCRIPTION: LaneDescription = {
  title: 'Truetally management',
  description: WORDS,
  version: MANAGEMENT_VERSION,
  tags: [
    { name: 'capabilities', description: 'The parts that a deployment serves' },
    { name: 'evals', description: 'Judges, and the quality of their verdicts' },
    { name: 'datasets', description: 'Sets of requests on which answers and judges are evaluated' },
    { name: 'outcomes', description: 'Labels and verdicts on answers, from people, judges and other systems' },
    { name: 'annotation', description: 'Rows that people label' },
    { name: 'evidence', description: 'Calibrations of quality: their fits, and which of them is active' },
    { name: 'quality', description: 'Reads of quality with its evidence, and the cost of measuring it' },
    { name: 'cache', description: 'The cache of answers in the gateway' },
    { name: 'keys', description: 'The keys of the gateway’s callers' },
    { name: 'limits', description: 'Limits of the gateway, and their use' },
    { name: 'governance', description: 'Calls that limits and scopes refused' },
    { name: 'decisions', description: 'The last calls of the gateway' },
    { name: 'configuration', description: 'The running configuration, and the processes of the gateway' },
    { name: 'installation', description: 'The state of the installation, and work that needs a person' },
    { name: 'notices', description: 'Events that a person should know' },
    { name: 'access', description: 'The caller, and the sessions and tokens of users' },
    { name: 'administration', description: 'Users, and the audit' },
  ],
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'A token of the management plane; keys of the customer lane are refused',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: SESSION_COOKIE,
      description:
        'The cookie that `management.login` sets; over TLS, its name is `__Host-truetally_session`. A request with an `Authorization` header is authenticated only by this header',
    },
  },
};
