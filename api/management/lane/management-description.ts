import { SESSION_COOKIE } from '../../../contracts/management/login.ts';
import { MANAGEMENT_VERSION } from '../../../contracts/management/version.ts';
import type { LaneDescription } from '../../frame/plugins/openapi.ts';

const WORDS = [
  'Honest, durable answers from LLM gateway traffic: the management plane. Answers are documents with nothing around them.',
  'Every refusal is a problem document (RFC 9457), known by its `type`. Within an epoch, the leading number of the version,',
  'operations and optional members are added, and none changes or goes; what is marked `x-stability: preview` is not promised yet.',
].join(' ');

/** The description of the management plane. */
export const MANAGEMENT_DESCRIPTION: LaneDescription = {
  title: 'Truetally management',
  description: WORDS,
  version: MANAGEMENT_VERSION,
  tags: [
    { name: 'capabilities', description: 'What a deployment serves' },
    { name: 'evals', description: 'Judges, and what their verdicts are worth' },
    { name: 'outcomes', description: 'What people, judges and others say of answers' },
    { name: 'annotation', description: 'Rows that people are given to label' },
    { name: 'cache', description: 'Answers that the gateway gives again' },
    { name: 'access', description: 'Who asks, and how users begin and end a session' },
  ],
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'A token of the management plane; keys of customers are refused',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: SESSION_COOKIE,
      description:
        'What `management.login` answers with. A request with an `Authorization` header is judged by that alone',
    },
  },
};
