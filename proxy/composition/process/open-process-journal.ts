import type { FaultPoints } from '../../../domain/kernel/fault-points.ts';
import { openJournal } from '../../../journal/open-journal.ts';
import type { LineWriter } from '../../../journal/source/journal.ts';
import { killAtFaultPoint } from '../../../runtime/process/kill-at-fault-point.ts';
import { startTracing } from '../../../runtime/telemetry/tracing.ts';
import { createGatewayProcessStore } from '../../../store/gateway/gateway-process-store.ts';
import { createWorkGauges } from '../../../store/installation/work-gauges.ts';
import type { DecisionLog } from '../../decision-log/decision-log.ts';
import type { ProxyMetrics } from '../../metrics/proxy-metrics.ts';
import { openDecisionLog } from '../open-decision-log.ts';
import type { OpenProcess } from './open-process.ts';

export interface ProcessJournalParts {
  /** The name of the process, unique among all processes. */
  readonly holder: string;
  readonly metrics: ProxyMetrics;
  /** True if calls are served while the log accepts no lines. */
  readonly servesUnlogged: () => boolean;
}

/** The decision log of a process, and the heartbeats by which workers see that it is alive. */
export interface ProcessJournal {
  readonly log: DecisionLog;
  readonly faultPoints: FaultPoints;
  /** Records in Postgres that the process is alive. */
  beat(): Promise<void>;
  /** Closes the log, then the journal. */
  close(): Promise<void>;
  /** Records in Postgres that the process has ended. Without this record, a worker ends the calls that it left open. */
  leave(): Promise<void>;
  stopTracing(): Promise<void>;
}

/** Opens the journal of a process and its decision log, and sends the first heartbeat. */
export async function openProcessJournal(
  { settings, logger, pool, clock, monotonicMs }: OpenProcess,
  { holder, metrics, servesUnlogged }: ProcessJournalParts,
): Promise<ProcessJournal> {
  const tracing = startTracing(settings, { name: 'truetally-gateway', instanceId: holder }, logger);
  const journal = openJournal(settings);
  const writer = journal.openWriter({ writerId: holder, waitsForDisk: false, onWritten: metrics.written });
  const faultPoints = killAtFaultPoint(settings.faultPoint);
  const work = createWorkGauges(pool, clock);
  const { journalLimits } = settings;
  const log = openDecisionLog({
    ...{ journal, writer, journalLimits, metrics, servesUnlogged, faultPoints, monotonicMs },
    plannedOffsets: (ids) => work.plannedOffsets(ids),
  });
  const processes = createGatewayProcessStore(pool, clock);
  const beat = (): Promise<void> => processes.beat(holder);
  await Promise.all([log.look(), sayAlive(writer, beat)]);
  return {
    log,
    faultPoints,
    beat,
    async close() {
      await log.close();
      await writer.close();
      await journal.close();
    },
    leave: () => processes.end(holder),
    stopTracing: () => tracing.shutdown(),
  };
}

/**
 * Sends the first heartbeat, with a segment in the journal: a worker then sees that the process has no lines elsewhere.
 */
async function sayAlive(writer: LineWriter, beat: () => Promise<void>): Promise<void> {
  // If this fails, the first line creates the segment, and the call of that line is refused if that fails too.
  await writer.begin().catch(() => undefined);
  await beat();
}
