import { QUARANTINE_REASONS } from '../../../contracts/ingest/lines/parse-traffic-line.ts';
import type { QuarantinedLine, QuarantineStore } from '../../../store/ingest/quarantine-store.ts';
import { defineCommand, type Command, type CommandRow } from '../command.ts';
import { flag, withPurpose, oneOf, optional, wholeNumber, withDefault, freeText } from '../options.ts';

/** The ports of the commands for quarantined lines. */
export interface QuarantineCommandPorts {
  readonly quarantine: Pick<QuarantineStore, 'list' | 'find' | 'discard'>;
}

const aLine = () => wholeNumber({ from: 1, to: Number.MAX_SAFE_INTEGER });

/** Commands about lines of traffic that could not be loaded, by `<noun> <verb>`. */
export const QUARANTINE_COMMANDS: Readonly<Record<string, Command<QuarantineCommandPorts>>> = {
  'quarantine list': defineCommand({
    summary: 'lists quarantined lines of traffic, newest first, with the reason',
    options: {
      reason: optional(oneOf(QUARANTINE_REASONS)),
      discarded: flag('lists discarded lines instead'),
      after: withPurpose('starts after this line, the last one of the previous page', optional(aLine())),
      limit: withDefault(wholeNumber({ from: 1, to: 1_000 }), 100),
    },
    isTable: true,
    async run({ quarantine }, { reason, discarded, after, limit }) {
      const before = after === undefined ? undefined : BigInt(after);
      return (await quarantine.list({ reason, discarded, before, limit })).map(lineRow);
    },
  }),
  'quarantine show': defineCommand({
    summary: 'shows one quarantined line with its text, up to 2,000 characters',
    options: { line: aLine() },
    async run({ quarantine }, { line }) {
      const found = await quarantine.find(BigInt(line));
      return [{ ...lineRow(found), text: found.lineStart }];
    },
  }),
  'quarantine discard': defineCommand({
    summary: 'removes a line from lists and counts; the missing traffic stays disclosed',
    options: { line: aLine(), reason: freeText() },
    run: async ({ quarantine }, { line, reason }) => [lineRow(await quarantine.discard(BigInt(line), reason))],
  }),
};

function lineRow(line: QuarantinedLine): CommandRow {
  return {
    line: String(line.arrivalSeq),
    reason: line.reason,
    detail: line.detail,
    source: line.sourceKind,
    location: line.location,
    set_aside_at: line.setAsideAt.toISOString(),
    ...(line.discardedAt !== undefined && {
      discarded_at: line.discardedAt.toISOString(),
      discard_reason: line.discardReason,
    }),
  };
}
