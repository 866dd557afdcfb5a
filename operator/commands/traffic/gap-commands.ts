import type { GapStore, KnownGap } from '../../../store/ingest/gap-store.ts';
import { defineCommand, type Command, type CommandRow } from '../command.ts';
import { flag, idOption, withPurpose, optional, wholeNumber, withDefault, freeText } from '../options.ts';

/** The ports of the gap commands. */
export interface GapCommandPorts {
  readonly gaps: GapStore;
}

const aGap = () => wholeNumber({ from: 1, to: Number.MAX_SAFE_INTEGER });

/** Commands about coverage gaps, by `<noun> <verb>`. */
export const GAP_COMMANDS: Readonly<Record<string, Command<GapCommandPorts>>> = {
  'gap list': defineCommand({
    summary: 'lists times in which traffic is known to be missing, the newest found first, and why',
    options: {
      workspace: idOption('workspace'),
      closed: flag('lists those that were closed instead'),
      after: withPurpose('goes on after this gap, the last of the page before', optional(aGap())),
      limit: withDefault(wholeNumber({ from: 1, to: 1_000 }), 100),
    },
    isTable: true,
    async run({ gaps }, { workspace, closed, after, limit }) {
      const before = after === undefined ? undefined : BigInt(after);
      return (await gaps.list({ workspaceId: workspace, closed, before, limit })).map(gapRow);
    },
  }),
  'gap close': defineCommand({
    summary: 'closes one of which you know that nothing is missing: reads from now on disclose it no more',
    options: { gap: aGap(), reason: freeText() },
    run: async ({ gaps }, { gap, reason }) => [gapRow(await gaps.close(BigInt(gap), reason))],
  }),
};

function gapRow(gap: KnownGap): CommandRow {
  return {
    gap: String(gap.gapId),
    workspace_id: gap.workspaceId,
    ...(gap.environmentId !== undefined && { environment_id: gap.environmentId }),
    producer_class: gap.producerClass,
    from: gap.from.toISOString(),
    to: gap.to.toISOString(),
    cause: gap.cause,
    reason: gap.reason,
    lines: String(gap.lines),
    ...(gap.closedAt !== undefined && { closed_at: gap.closedAt.toISOString(), close_reason: gap.closeReason }),
  };
}
