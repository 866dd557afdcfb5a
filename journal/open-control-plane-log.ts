import { DefectError } from '../domain/kernel/errors.ts';
import type { BlockLimits, EventLog, GrowingSource, LineBlock } from './source/event-source.ts';

/** The events of the control plane, numbered from 0 without gaps in the order in which their changes were committed. */
export interface ControlPlaneEvents {
  /** The current number of events. */
  end(): Promise<bigint>;
  /** The lines that start with this number, at most `limit`. */
  lines(from: bigint, limit: number): Promise<string[]>;
}

/** The outbox of the control plane as a log of one source, whose offsets are lines. */
export function openControlPlaneLog(events: ControlPlaneEvents): EventLog {
  const source: GrowingSource = {
    id: 'outbox:control_plane',
    kind: 'outbox',
    location: 'control_plane_events',
    end: () => events.end(),
    async read(from, limits) {
      return blockOf(from, within(await events.lines(from, limits.lines), limits));
    },
    async readAgain(firstOffset, lastOffset) {
      const count = Number(lastOffset - firstOffset);
      const lines = await events.lines(firstOffset, count);
      if (lines.length !== count)
        throw new DefectError('Events of the control plane are missing that were read before.');
      return blockOf(firstOffset, lines);
    },
  };
  return { name: 'outbox of the control plane', sources: () => Promise.resolve([source]) };
}

function blockOf(firstOffset: bigint, lines: readonly string[]): LineBlock {
  return { lines, firstOffset, lastOffset: firstOffset + BigInt(lines.length) };
}

function within(lines: readonly string[], { bytes }: BlockLimits): readonly string[] {
  let total = 0;
  const beyond = lines.findIndex((line, index) => {
    total += Buffer.byteLength(line) + 1;
    return index > 0 && total > bytes;
  });
  return beyond === -1 ? lines : lines.slice(0, beyond);
}
