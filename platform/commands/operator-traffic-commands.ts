import { ACTOR_KINDS } from '../../contracts/traffic/release-marker.ts';
import type { Clock } from '../../domain/clock.ts';
import { Refusal } from '../../domain/errors.ts';
import type { MarkerKind } from '../../domain/release-history.ts';
import type { ExclusionStore, RecordedExclusion } from '../../store/exclusions.ts';
import type { Release, ReleaseChange, ReleaseStore } from '../../store/releases.ts';
import type { Retention, RetentionStore } from '../../store/retention.ts';
import { StartupFault } from '../startup-fault.ts';
import type { Command, Row } from './operator-options.ts';

/** What the commands about traffic work on. */
export interface TrafficPorts {
  readonly clock: Clock;
  readonly releases: ReleaseStore;
  readonly exclusions: ExclusionStore;
  readonly retention: RetentionStore;
  /** Resolves when no read is under way that began before the call. */
  readonly outlastReads: () => Promise<void>;
  /** Takes the facts of a workspace before a midnight UTC off the disks; resolves when they are gone. */
  readonly erase: (workspace: { organizationId: string; workspaceId: string }, before: Date) => Promise<void>;
}

/** Commands about what runs and about what reads of traffic leave out, by `<noun> <verb>`. */
export const TRAFFIC_COMMANDS: Readonly<Record<string, Command<TrafficPorts>>> = {
  'release create': {
    options: ['workspace', 'name'],
    optional: ['digest'],
    run: async ({ releases }, options) => [
      releaseRow(
        await releases.create({
          workspaceId: options.id('workspace', 'workspace'),
          name: options.words('name'),
          digest: options.given('digest') === undefined ? undefined : options.words('digest'),
        }),
      ),
    ],
  },
  'release list': {
    options: ['workspace'],
    run: async ({ releases }, options) => (await releases.list(options.id('workspace', 'workspace'))).map(releaseRow),
  },
  'release deploy': releaseCommand('deployed'),
  'release rollback': releaseCommand('rolled_back'),
  'release retire': releaseCommand('retired'),
  'exclusion add': {
    options: ['on', 'from', 'to', 'reason'],
    async run({ exclusions }, options) {
      const from = options.hour('from');
      const to = options.hour('to');
      if (from >= to) throw new StartupFault('--from must lie before --to.');
      const nodeId = options.id('on', 'workspace', 'application', 'gateway', 'environment');
      return [exclusionRow(await exclusions.add({ nodeId, from, to, reason: options.words('reason') }))];
    },
  },
  'exclusion list': {
    options: ['workspace'],
    run: async ({ exclusions }, options) =>
      (await exclusions.list(options.id('workspace', 'workspace'))).map(exclusionRow),
  },
  'exclusion remove': {
    options: ['exclusion'],
    async run({ exclusions }, options) {
      const exclusionId = options.id('exclusion', 'exclusion');
      await exclusions.remove(exclusionId);
      return [{ exclusion_id: exclusionId, removed: 'yes' }];
    },
  },
  'retention set': {
    options: ['workspace', 'keep-from'],
    run: async ({ retention, clock }, options) => [
      retentionRow(
        await retention.move(options.id('workspace', 'workspace'), options.pastDay('keep-from', clock.now())),
      ),
    ],
  },
  'retention show': {
    options: ['workspace'],
    run: async ({ retention }, options) => [retentionRow(await retention.find(options.id('workspace', 'workspace')))],
  },
  'retention erase': {
    options: ['workspace'],
    async run({ retention, outlastReads, erase }, options) {
      const workspace = await retention.find(options.id('workspace', 'workspace'));
      const { workspaceId, keepsFrom, erasedBefore } = workspace;
      if (keepsFrom === undefined) {
        throw new Refusal('conflict', 'Nothing of this workspace has expired: `retention set` moves its horizon.');
      }
      // A read that began before the horizon moved still counts what lies before it.
      if (erasedBefore?.getTime() !== keepsFrom.getTime()) await outlastReads();
      await erase(workspace, keepsFrom);
      await retention.markErased(workspaceId, keepsFrom);
      return [retentionRow(await retention.find(workspaceId))];
    },
  },
};

function releaseCommand(kind: MarkerKind): Command<TrafficPorts> {
  return {
    options: ['release', 'environment'],
    optional: ['actor'],
    run: async ({ releases }, options) => [
      changeRow(
        await releases.change({
          kind,
          releaseId: options.id('release', 'release'),
          environmentId: options.id('environment', 'environment'),
          actorKind: options.given('actor') === undefined ? 'person' : options.oneOf('actor', ACTOR_KINDS),
        }),
      ),
    ],
  };
}

function releaseRow({ releaseId, workspaceId, name, digest, createdAt }: Release): Row {
  return {
    release_id: releaseId,
    workspace_id: workspaceId,
    name,
    ...(digest !== undefined && { digest }),
    created_at: createdAt.toISOString(),
  };
}

function changeRow(change: ReleaseChange): Row {
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

function exclusionRow({ exclusionId, workspaceId, nodeId, from, to, reason, createdAt }: RecordedExclusion): Row {
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

function retentionRow({ workspaceId, keepsFrom, erasedBefore }: Retention): Row {
  return {
    workspace_id: workspaceId,
    ...(keepsFrom && { keeps_from: keepsFrom.toISOString() }),
    ...(erasedBefore && { erased_before: erasedBefore.toISOString() }),
  };
}
