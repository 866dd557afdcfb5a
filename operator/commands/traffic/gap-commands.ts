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
    summary: 'lists times with missing traffic, the newest found first, with the reason',
    options: {
      workspace: idOption('workspace'),
      closed: flag('lists closed gaps instead'),
      after: withPurpose('starts after this gap, the last one of the previous page', optional(aGap())),
      limit: withDefault(wholeNumber({ from: 1, to: 1_000 }), 100),
    },
    isTable: true,
    async run({ gaps }, { workspace, closed, after, limit }) {
      const before = after === undefined ? undefined : BigInt(after);
      return (await gaps.list({ workspaceId: workspace, closed, before, limit })).map(gapRow);
    },
  }),
  'gap close': defineCommand({
    summary: 'closes a gap in which you know that no traffic is missing: later reads do not disclose it',
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
