import type { ManagementClient } from '../../clients/typescript/management/management-client.ts';
import type { OperationName } from '../../clients/typescript/management/operations.ts';
import { MANAGEMENT_BODIES } from '../apps/management-bodies.ts';
import { BOB, BOBS_SESSION, BOBS_TOKEN } from '../fakes/access-administration.ts';
import { KNOWN_CALIBRATION } from '../quality/fake-calibrations.ts';
import { KNOWN_DATASET } from '../quality/fake-datasets.ts';
import { SILENT_PROCESS } from '../fakes/fleet.ts';
import { INSTALLATION_IDS } from '../fakes/installation.ts';
import { KNOWN_EXPERIMENT, RUNNING_RUN } from '../quality/fake-experiments.ts';
import { KEY_ENVIRONMENT, KNOWN_KEY } from '../fakes/virtual-keys.ts';

/** The window of quality reads. */
const QUALITY_WINDOW = {
  workspace_id: INSTALLATION_IDS.workspace,
  since: '7d',
  until: '2026-03-01T00:00:00.000Z',
} as const;

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
  'management.sign_on.begin': { method: 'signOn.begin', send: (client) => client.signOn.begin() },
  'management.sign_on.complete': {
    method: 'signOn.complete',
    send: (client) => client.signOn.complete(bodyOf('management.sign_on.complete')),
  },
  'management.me.bind_subject': {
    method: 'me.bindSubject',
    send: (client) => client.me.bindSubject(bodyOf('management.me.bind_subject')),
  },
  'management.me.change_password': {
    method: 'me.changePassword',
    send: (client) => client.me.changePassword(bodyOf('management.me.change_password')),
  },
  'management.users.list': {
    method: 'users.list',
    send: (client) => client.users.list({ limit: 2, cursor: '', removed: 'true' }),
  },
  'management.users.create': {
    method: 'users.create',
    send: (client) => client.users.create(bodyOf('management.users.create')),
  },
  'management.users.get': { method: 'users.get', send: (client) => client.users.get(BOB.userId) },
  'management.users.change_role': {
    method: 'users.changeRole',
    send: (client) => client.users.changeRole(BOB.userId, bodyOf('management.users.change_role')),
  },
  'management.users.disable': { method: 'users.disable', send: (client) => client.users.disable(BOB.userId) },
  'management.users.enable': { method: 'users.enable', send: (client) => client.users.enable(BOB.userId) },
  'management.users.reset_password': {
    method: 'users.resetPassword',
    send: (client) => client.users.resetPassword(BOB.userId),
  },
  'management.users.remove': { method: 'users.remove', send: (client) => client.users.remove(BOB.userId) },
  'management.users.end_sessions': {
    method: 'users.endSessions',
    send: (client) => client.users.endSessions(BOB.userId),
  },
  'management.users.unbind_subject': {
    method: 'users.unbindSubject',
    send: (client) => client.users.unbindSubject(BOB.userId),
  },
  'management.sessions.list': {
    method: 'sessions.list',
    send: (client) => client.sessions.list({ limit: 2, cursor: '', user_id: BOB.userId }),
  },
  'management.sessions.end': {
    method: 'sessions.end',
    send: (client) => client.sessions.end(BOBS_SESSION.sessionId),
  },
  'management.tokens.list': {
    method: 'tokens.list',
    send: (client) => client.tokens.list({ limit: 2, cursor: '' }),
  },
  'management.tokens.create': {
    method: 'tokens.create',
    send: (client) => client.tokens.create(bodyOf('management.tokens.create')),
  },
  'management.tokens.revoke': {
    method: 'tokens.revoke',
    send: (client) => client.tokens.revoke(BOBS_TOKEN.tokenId),
  },
  'management.audit.list': {
    method: 'audit.list',
    send: (client) =>
      client.audit.list({
        ...{ limit: 2, cursor: '', actor: BOB.userId, action: 'management.login', target: BOBS_SESSION.sessionId },
        ...{ outcome: 'accepted' as const, since: '2026-03-01T00:00:00Z', until: '2026-03-02T00:00:00Z' },
      }),
  },
  'management.datasets.list': {
    method: 'datasets.list',
    send: (client) =>
      client.datasets.list({
        ...{ limit: 2, cursor: '', workspace_id: INSTALLATION_IDS.workspace },
        ...{ builder: 'from_filter' as const, fit_eligible: 'true' as const },
      }),
  },
  'management.datasets.create': {
    method: 'datasets.create',
    send: (client) => client.datasets.create(bodyOf('management.datasets.create')),
  },
  'management.datasets.get': {
    method: 'datasets.get',
    send: (client) =>
      client.datasets.get(KNOWN_DATASET.datasetId, { workspace_id: INSTALLATION_IDS.workspace, version: 1 }),
  },
  'management.datasets.delete': {
    method: 'datasets.delete',
    send: (client) => client.datasets.delete(KNOWN_DATASET.datasetId),
  },
  'management.datasets.edit_items': {
    method: 'datasets.editItems',
    send: (client) => client.datasets.editItems(KNOWN_DATASET.datasetId, bodyOf('management.datasets.edit_items')),
  },
  'management.experiments.list': {
    method: 'experiments.list',
    send: (client) => client.experiments.list({ limit: 2, cursor: '', workspace_id: INSTALLATION_IDS.workspace }),
  },
  'management.experiments.create': {
    method: 'experiments.create',
    send: (client) => client.experiments.create(bodyOf('management.experiments.create')),
  },
  'management.experiments.get': {
    method: 'experiments.get',
    send: (client) =>
      client.experiments.get(KNOWN_EXPERIMENT.experimentId, {
        workspace_id: INSTALLATION_IDS.workspace,
        compare: 'b,a',
      }),
  },
  'management.experiments.run': {
    method: 'experiments.run',
    send: (client) => client.experiments.run(KNOWN_EXPERIMENT.experimentId, bodyOf('management.experiments.run')),
  },
  'management.runs.list': {
    method: 'runs.list',
    send: (client) =>
      client.runs.list({
        ...{ limit: 2, cursor: '', workspace_id: INSTALLATION_IDS.workspace },
        ...{ experiment_id: KNOWN_EXPERIMENT.experimentId, status: 'refused' as const },
      }),
  },
  'management.runs.cancel': {
    method: 'runs.cancel',
    send: (client) => client.runs.cancel(RUNNING_RUN.runId, bodyOf('management.runs.cancel')),
  },
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
  'management.calibrations.list': {
    method: 'calibrations.list',
    send: (client) =>
      client.calibrations.list({ limit: 2, cursor: '', workspace_id: INSTALLATION_IDS.workspace, kind: 'quality' }),
  },
  'management.calibrations.get': {
    method: 'calibrations.get',
    send: (client) => client.calibrations.get(KNOWN_CALIBRATION, { sweep: 'true' }),
  },
  'management.calibrations.fit': {
    method: 'calibrations.fit',
    send: (client) => client.calibrations.fit(bodyOf('management.calibrations.fit')),
  },
  'management.calibrations.activate': {
    method: 'calibrations.activate',
    send: (client) => client.calibrations.activate(KNOWN_CALIBRATION, bodyOf('management.calibrations.activate')),
  },
  'management.quality.coverage': {
    method: 'quality.coverage',
    send: (client) => client.quality.coverage({ ...QUALITY_WINDOW, metric: 'safety', top: 3 }),
  },
  'management.quality.drift': {
    method: 'quality.drift',
    send: (client) => client.quality.drift(QUALITY_WINDOW),
  },
  'management.quality.reliability': {
    method: 'quality.reliability',
    send: (client) => client.quality.reliability({ workspace_id: INSTALLATION_IDS.workspace }),
  },
  'management.quality.segment_reliability': {
    method: 'quality.segmentReliability',
    send: (client) => client.quality.segmentReliability('checkout', { workspace_id: INSTALLATION_IDS.workspace }),
  },
  'management.quality.summary': {
    method: 'quality.summary',
    send: (client) => client.quality.summary({ ...QUALITY_WINDOW, metric: 'safety', segment: 'checkout' }),
  },
  'management.metacost.get': {
    method: 'metacost.get',
    send: (client) => client.metacost.get(QUALITY_WINDOW),
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
  'management.keys.list': {
    method: 'keys.list',
    send: (client) =>
      client.keys.list({
        limit: 2,
        cursor: '',
        owner: 'team-a',
        environment_id: KEY_ENVIRONMENT,
        status: 'active',
      }),
  },
  'management.keys.get': { method: 'keys.get', send: (client) => client.keys.get(KNOWN_KEY.keyId) },
  'management.keys.mint': {
    method: 'keys.mint',
    send: (client) => client.keys.mint(bodyOf('management.keys.mint')),
  },
  'management.keys.rotate': {
    method: 'keys.rotate',
    send: (client) => client.keys.rotate(KNOWN_KEY.keyId, bodyOf('management.keys.rotate')),
  },
  'management.keys.revoke': { method: 'keys.revoke', send: (client) => client.keys.revoke(KNOWN_KEY.keyId) },
  'management.limits.list': {
    method: 'limits.list',
    send: (client) => client.limits.list({ limit: 2, cursor: '', limit_id: 'all-month', node: 'organization:org_1' }),
  },
  'management.governance.refusals': {
    method: 'governance.refusals',
    send: (client) =>
      client.governance.refusals({
        ...{ limit: 2, cursor: '', since: '24h', code: 'budget_exceeded', offset: 1 },
        environment_id: 'env_00000000000000000000000001',
        ...{ key_id: 'kid_00000000000000000000000001', limit_id: 'team-month' },
      }),
  },
  'management.decisions.list': {
    method: 'decisions.list',
    send: (client) =>
      client.decisions.list({
        ...{ limit: 2, cursor: '', decision: 'refused' },
        environment_id: 'env_00000000000000000000000001',
      }),
  },
  'management.decisions.stream': {
    method: 'decisions.stream',
    send: (client) =>
      client.decisions.stream({
        ...{ decision: 'refused', last_event_id: '' },
        environment_id: 'env_00000000000000000000000001',
      }),
  },
  'management.configuration.get': { method: 'configuration.get', send: (client) => client.configuration.get() },
  'management.fleet.list': {
    method: 'fleet.list',
    send: (client) => client.fleet.list({ limit: 2, cursor: '', state: 'silent' }),
  },
  'management.fleet.configuration': {
    method: 'fleet.configuration',
    send: (client) => client.fleet.configuration(SILENT_PROCESS),
  },
  'management.fleet.decommission': {
    method: 'fleet.decommission',
    send: (client) => client.fleet.decommission(SILENT_PROCESS),
  },
  'management.health.get': { method: 'health.get', send: (client) => client.health.get() },
  'management.quarantined_lines.list': {
    method: 'quarantinedLines.list',
    send: (client) => client.quarantinedLines.list({ limit: 2, cursor: '', reason: 'not_json', state: 'kept' }),
  },
  'management.quarantined_lines.get': {
    method: 'quarantinedLines.get',
    send: (client) => client.quarantinedLines.get(INSTALLATION_IDS.line),
  },
  'management.quarantined_lines.discard': {
    method: 'quarantinedLines.discard',
    send: (client) =>
      client.quarantinedLines.discard(INSTALLATION_IDS.line, bodyOf('management.quarantined_lines.discard')),
  },
  'management.dead_items.list': {
    method: 'deadItems.list',
    send: (client) => client.deadItems.list({ limit: 2, cursor: '' }),
  },
  'management.dead_items.retry': {
    method: 'deadItems.retry',
    send: (client) => client.deadItems.retry(INSTALLATION_IDS.item),
  },
  'management.gaps.list': {
    method: 'gaps.list',
    send: (client) =>
      client.gaps.list({ limit: 2, cursor: '', workspace_id: INSTALLATION_IDS.workspace, state: 'open' }),
  },
  'management.gaps.close': {
    method: 'gaps.close',
    send: (client) => client.gaps.close(INSTALLATION_IDS.gap, bodyOf('management.gaps.close')),
  },
  'management.comparison_budgets.get': {
    method: 'comparisonBudgets.get',
    send: (client) => client.comparisonBudgets.get(INSTALLATION_IDS.workspace),
  },
  'management.comparison_budgets.set': {
    method: 'comparisonBudgets.set',
    send: (client) =>
      client.comparisonBudgets.set(INSTALLATION_IDS.workspace, bodyOf('management.comparison_budgets.set')),
  },
  'management.judge_budgets.get': { method: 'judgeBudgets.get', send: (client) => client.judgeBudgets.get() },
  'management.retention.get': { method: 'retention.get', send: (client) => client.retention.get() },
  'management.retention.workspace': {
    method: 'retention.workspace',
    send: (client) => client.retention.workspace(INSTALLATION_IDS.workspace),
  },
  'management.exclusions.list': {
    method: 'exclusions.list',
    send: (client) => client.exclusions.list({ limit: 2, cursor: '', workspace_id: INSTALLATION_IDS.workspace }),
  },
  'management.exclusions.add': {
    method: 'exclusions.add',
    send: (client) => client.exclusions.add(bodyOf('management.exclusions.add')),
  },
  'management.exclusions.remove': {
    method: 'exclusions.remove',
    send: (client) => client.exclusions.remove(INSTALLATION_IDS.exclusion),
  },
  'management.notices.list': {
    method: 'notices.list',
    send: (client) =>
      client.notices.list({ limit: 2, cursor: '', state: 'unread', workspace_id: INSTALLATION_IDS.workspace }),
  },
  'management.notices.mark_read': {
    method: 'notices.markRead',
    send: (client) => client.notices.markRead(INSTALLATION_IDS.notice),
  },
};
