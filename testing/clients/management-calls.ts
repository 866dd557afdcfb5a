import type { ManagementClient } from '../../clients/typescript/management/management-client.ts';
import type { OperationName } from '../../clients/typescript/management/operations.ts';
import { MANAGEMENT_BODIES } from '../apps/management-bodies.ts';

interface Call {
  /** The client's name of the operation. */
  readonly method: string;
  readonly send: (client: ManagementClient, subject?: string) => Promise<unknown>;
}

const SUBJECT = '000000000000';

/** The body of an operation, with the type that its method takes. */
const bodyOf = (name: OperationName) => MANAGEMENT_BODIES[name] as never;

/** A well-formed call of every operation of the management plane. */
export const MANAGEMENT_CALLS: Readonly<Record<OperationName, Call>> = {
  'management.capabilities.get': { method: 'capabilities.get', send: (client) => client.capabilities.get() },
  'management.me.get': { method: 'me.get', send: (client) => client.me.get() },
  'management.login': { method: 'login', send: (client) => client.login(bodyOf('management.login')) },
  'management.logout': { method: 'logout', send: (client) => client.logout() },
  'management.outcomes.send': {
    method: 'outcomes.send',
    send: (client) => client.outcomes.send(bodyOf('management.outcomes.send')),
  },
  'management.outcomes.send_otel': {
    method: 'outcomes.sendOtel',
    send: (client) => client.outcomes.sendOtel(bodyOf('management.outcomes.send_otel')),
  },
  'management.judges.list': { method: 'judges.list', send: (client) => client.judges.list() },
  'management.judges.history': {
    method: 'judges.history',
    send: (client, subject = SUBJECT) => client.judges.history(subject),
  },
  'management.judges.disagreements': {
    method: 'judges.disagreements',
    send: (client, subject = SUBJECT) => client.judges.disagreements(subject, { limit: 2 }),
  },
  'management.judges.failures': {
    method: 'judges.failures',
    send: (client, subject = SUBJECT) => client.judges.failures(subject, { limit: 2 }),
  },
  'management.judges.pass_rate': {
    method: 'judges.passRate',
    send: (client, subject = SUBJECT) => client.judges.passRate(subject),
  },
  'management.annotation_queue.claim': {
    method: 'annotationQueue.claim',
    send: (client) => client.annotationQueue.claim(bodyOf('management.annotation_queue.claim')),
  },
  'management.annotation_queue.release': {
    method: 'annotationQueue.release',
    send: (client) => client.annotationQueue.release(bodyOf('management.annotation_queue.release')),
  },
  'management.annotation_queue.progress': {
    method: 'annotationQueue.progress',
    send: (client) => client.annotationQueue.progress(),
  },
  'management.cache.stats': { method: 'cache.stats', send: (client) => client.cache.stats() },
  'management.cache.evidence': { method: 'cache.evidence', send: (client) => client.cache.evidence() },
  'management.cache.preview': { method: 'cache.preview', send: (client) => client.cache.preview({ since: '24h' }) },
  'management.cache.purge': {
    method: 'cache.purge',
    send: (client) => client.cache.purge(bodyOf('management.cache.purge')),
  },
};
