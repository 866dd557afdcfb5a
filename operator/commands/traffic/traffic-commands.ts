import { ACTOR_KINDS } from '../../../contracts/ingest/events/release-marker.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { MarkerKind } from '../../../domain/insight/release-history.ts';
import type { ExclusionStore, RecordedExclusion } from '../../../store/insight/exclusion-store.ts';
import type { Release, ReleaseChange, ReleaseStore } from '../../../store/insight/release-store.ts';
import type { Retention, RetentionStore } from '../../../store/insight/retention-store.ts';
import { UsageFault } from '../../../runtime/commands/usage-fault.ts';
import type { UserErasure } from '../../erasure/erase-user-from-workspace.ts';
import { defineCommand, type Command, type CommandRow } from '../command.ts';
import {
  anyText,
  idOption,
  withPurpose,
  oneOf,
  optional,
  pastDay,
  wholeHour,
  withDefault,
  freeText,
} from '../options.ts';
import { parseUser, USER_FORM, userOption } from './user-option.ts';

/** The ports of the traffic commands. */
export interface TrafficCommandPorts {
  readonly clock: Clock;
  readonly releases: ReleaseStore;
  readonly exclusions: ExclusionStore;
  readonly retention: RetentionStore;
  /** Resolves when every read that began before the call has ended. */
  readonly outlastReads: () => Promise<void>;
  /** Erases the facts of a workspace before a midnight UTC from the disks; resolves when they are erased. */
  readonly erase: (workspace: { organizationId: string; workspaceId: string }, before: Date) => Promise<void>;
  /** Removes a user from all data of a workspace; resolves when the user is erased from the disks. */
  readonly eraseUser: (
    workspace: { organizationId: string; workspaceId: string },
    user: string,
  ) => Promise<UserErasure>;
  /** Reads a text file. @throws UsageFault if it cannot be read */
  readonly readFile: (path: string) => Promise<string>;
}

const USER_FILE = optional(anyText('the path of a file whose first line is the user'));

/** Commands about releases, and about the traffic that reads omit, by `<noun> <verb>`. */
export const TRAFFIC_COMMANDS: Readonly<Record<string, Command<TrafficCommandPorts>>> = {
  'release create': defineCommand({
    summary: 'records a release of a workspace',
    options: {
      workspace: idOption('workspace'),
      name: freeText(),
      digest: withPurpose("identifies the release's configuration", optional(freeText())),
    },
    run: async ({ releases }, { workspace, name, digest }) => [
      releaseRow(await releases.create({ workspaceId: workspace, name, digest })),
    ],
  }),
  'release list': defineCommand({
    summary: 'lists releases, newest first',
    options: { workspace: idOption('workspace') },
    run: async ({ releases }, { workspace }) => (await releases.list(workspace)).map(releaseRow),
  }),
  'release deploy': releaseCommand('deployed', 'the environment runs the release from now on'),
  'release rollback': releaseCommand('rolled_back', 'the environment runs the release that ran before that deployment'),
  'release retire': releaseCommand('retired', 'the environment never runs the release again'),
  'exclusion add': defineCommand({
    summary: 'excludes the traffic below a node from every read',
    options: {
      on: idOption('workspace', 'application', 'gateway', 'environment'),
      from: wholeHour(),
      to: wholeHour(),
      reason: freeText(),
    },
    async run({ exclusions }, { on, from, to, reason }) {
      if (from >= to) throw new UsageFault('--from must be before --to.');
      return [exclusionRow(await exclusions.add({ nodeId: on, from, to, reason }))];
    },
  }),
  'exclusion list': defineCommand({
    summary: 'lists exclusions, newest first',
    options: { workspace: idOption('workspace') },
    run: async ({ exclusions }, { workspace }) => (await exclusions.list(workspace)).map(exclusionRow),
  }),
  'exclusion remove': defineCommand({
    summary: 'restores the figures',
    options: { exclusion: idOption('exclusion') },
    async run({ exclusions }, { exclusion }) {
      await exclusions.remove(exclusion);
      return [{ exclusion_id: exclusion, removed: 'yes' }];
    },
  }),
  'retention set': defineCommand({
    summary: 'moves the horizon forward: later reads include nothing before it',
    options: { workspace: idOption('workspace'), 'keep-from': pastDay() },
    run: async ({ retention }, { workspace, 'keep-from': keepFrom }) => [
      retentionRow(await retention.move(workspace, keepFrom)),
    ],
  }),
  'retention show': defineCommand({
    summary: 'shows the horizon, and the time before which facts are erased',
    options: { workspace: idOption('workspace') },
    run: async ({ retention }, { workspace }) => [retentionRow(await retention.find(workspace))],
  }),
  'retention erase': defineCommand({
    summary: 'deletes everything before the horizon from disk; with a user, removes that user from all data instead',
    options: {
      workspace: idOption('workspace'),
      user: withPurpose('other programs may log it with the command line', optional(userOption())),
      'user-file': withPurpose('in place of --user', USER_FILE),
    },
    async run(ports, { workspace, user, 'user-file': file }) {
      if (user !== undefined && file !== undefined) throw new UsageFault('Use either --user or --user-file, not both.');
      const erased = file === undefined ? user : await userIn(ports, file);
      return [erased === undefined ? await eraseExpired(ports, workspace) : await eraseUser(ports, workspace, erased)];
    },
  }),
};

/** Erases the expired facts of a workspace, and shows its horizon. */
async function eraseExpired(
  { retention, outlastReads, erase }: TrafficCommandPorts,
  workspaceId: string,
): Promise<CommandRow> {
  const workspace = await retention.find(workspaceId);
  const { keepsFrom, erasedBefore } = workspace;
  if (keepsFrom === undefined) {
    throw new Refusal('conflict', 'No traffic of this workspace has expired. Move its horizon with `retention set`.');
  }
  // A read that began before the horizon moved still counts older facts.
  if (erasedBefore?.getTime() !== keepsFrom.getTime()) await outlastReads();
  await erase(workspace, keepsFrom);
  await retention.markErased(workspaceId, keepsFrom);
  return retentionRow(await retention.find(workspaceId));
}

/** Erases a user from a workspace, and shows what was found. The row does not name the user. */
async function eraseUser(ports: TrafficCommandPorts, workspaceId: string, user: string): Promise<CommandRow> {
  const erasure = await ports.eraseUser(await ports.retention.find(workspaceId), user);
  return {
    workspace_id: workspaceId,
    dimension: 'user',
    erased_before: erasure.before.toISOString(),
    facts: String(erasure.facts),
    content_files: String(erasure.contentFiles),
    dataset_items: String(erasure.datasetItems),
    quarantined_lines: String(erasure.quarantinedLines),
    saved_views: String(erasure.savedViews),
    report_runs: String(erasure.reportRuns),
  };
}

/** The user in the first line of a file. */
async function userIn({ readFile }: TrafficCommandPorts, file: string): Promise<string> {
  const [line = ''] = (await readFile(file)).split(/\r?\n/, 1);
  const user = parseUser(line);
  if (user !== undefined) return user;
  throw new UsageFault(`The first line of ${file} must be ${USER_FORM}. Check the file.`);
}

function releaseCommand(kind: MarkerKind, summary: string): Command<TrafficCommandPorts> {
  return defineCommand({
    summary,
    options: {
      release: idOption('release'),
      environment: idOption('environment'),
      actor: withDefault(oneOf(ACTOR_KINDS), 'person'),
    },
    run: async ({ releases }: TrafficCommandPorts, { release, environment, actor }) => [
      changeRow(await releases.change({ kind, releaseId: release, environmentId: environment, actorKind: actor })),
    ],
  });
}

function releaseRow({ releaseId, workspaceId, name, digest, createdAt }: Release): CommandRow {
  return {
    release_id: releaseId,
    workspace_id: workspaceId,
    name,
    ...(digest !== undefined && { digest }),
    created_at: createdAt.toISOString(),
  };
}

function changeRow(change: ReleaseChange): CommandRow {
  return {
    marker_id: change.markerId,
    marker_kind: change.kind,
    release_id: change.releaseId,
    environment_id: change.environmentId,
    actor_kind: change.actorKind,
    ...(change.effectiveReleaseId !== undefined && { now_runs: change.effectiveReleaseId }),
    occurred_at: change.occurredAt.toISOString(),
  };
}

function exclusionRow({
  exclusionId,
  workspaceId,
  nodeId,
  from,
  to,
  reason,
  createdAt,
}: RecordedExclusion): CommandRow {
  return {
    exclusion_id: exclusionId,
    workspace_id: workspaceId,
    on: nodeId,
    from: from.toISOString(),
    to: to.toISOString(),
    reason,
    created_at: createdAt.toISOString(),
  };
}

function retentionRow({ workspaceId, keepsFrom, erasedBefore }: Retention): CommandRow {
  return {
    workspace_id: workspaceId,
    ...(keepsFrom && { keeps_from: keepsFrom.toISOString() }),
    ...(erasedBefore && { erased_before: erasedBefore.toISOString() }),
  };
}
