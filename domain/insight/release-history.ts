import { Refusal } from '../kernel/errors.ts';

/** The kinds of changes of a release in an environment. */
export const MARKER_KINDS = ['deployed', 'rolled_back', 'retired'] as const;
export type MarkerKind = (typeof MARKER_KINDS)[number];

/** A change of a release in an environment. */
export interface ReleaseEvent {
  readonly kind: MarkerKind;
  readonly releaseId: string;
  /** The release that the environment runs after the change; undefined for no release. */
  readonly effectiveReleaseId: string | undefined;
}

/**
 * The release that an environment runs after a change. A deployment runs the release itself. A rollback runs the
 * release before its last deployment. A retirement ends the release, if the environment runs it.
 *
 * @param history the changes in the environment, oldest first
 * @throws Refusal `conflict` if the history does not allow the change
 */
export function releaseAfterChange(
  history: readonly ReleaseEvent[],
  { kind, releaseId }: Pick<ReleaseEvent, 'kind' | 'releaseId'>,
): string | undefined {
  const running = history.at(-1)?.effectiveReleaseId;
  const happened = (what: MarkerKind, id: string | undefined): boolean =>
    history.some((event) => event.kind === what && event.releaseId === id);
  switch (kind) {
    case 'deployed':
      if (running === releaseId)
        throw conflict('The environment already runs this release, so there is nothing to deploy.');
      if (happened('retired', releaseId))
        throw conflict('This release was retired in the environment. Deploy another release.');
      return releaseId;
    case 'rolled_back': {
      if (running !== releaseId)
        throw conflict('The environment does not run this release. Name the release that it runs.');
      const deployment = history.findLastIndex((event) => event.kind === 'deployed' && event.releaseId === releaseId);
      const earlier = history[deployment - 1]?.effectiveReleaseId;
      return happened('retired', earlier) ? undefined : earlier;
    }
    case 'retired':
      if (!happened('deployed', releaseId))
        throw conflict('This release was never deployed in the environment. Check its id.');
      if (happened('retired', releaseId))
        throw conflict('This release is already retired in the environment, so there is nothing to retire.');
      return running === releaseId ? undefined : running;
  }
}

function conflict(detail: string): Refusal {
  return new Refusal('conflict', detail);
}
