export type { CallOptions } from '../call-options.ts';
export {
  type ProblemFault,
  TruetallyAbortError,
  TruetallyAnswerError,
  TruetallyConnectionError,
  TruetallyError,
  TruetallyProblemError,
  TruetallyTimeoutError,
} from '../errors.ts';
export type { Answer } from '../transport/answer.ts';
export type { EventStream, ServerEvent } from '../transport/event-stream.ts';
export type { Fetch } from '../transport/transport.ts';
export type * from './lane.ts';
export { createManagementClient, type ManagementClient, type ManagementClientOptions } from './management-client.ts';
export { ManagementEpochError } from './management-epoch-error.ts';
export { ManagementProblemError } from './management-problem-error.ts';
export type * from './wire.ts';
