import { Counter, Gauge, type Registry } from 'prom-client';
import type { WorkGauges } from '../../store/installation/work-gauges.ts';
import { createCalibrationMetrics } from './calibration-metrics.ts';
import { createComparisonMetrics } from './comparison-metrics.ts';
import { createExperimentMetrics } from './experiment-metrics.ts';
import { createJudgeMetrics } from './judge-metrics.ts';
import type { ReadFigures } from './scrape.ts';

/**
 * Creates the metrics of work in the control plane. Every process that serves metrics has them, so that they stay
 * visible if one process is down.
 */
export function createWorkMetrics(registry: Registry, work: WorkGauges): ReadFigures[] {
  return [
    outboxFigures(registry, work),
    runFigures(registry, work),
    occurrenceFigures(registry, work),
    scheduleFigures(registry, work),
    createComparisonMetrics(registry, work.comparisons),
    createExperimentMetrics(registry, work.experiments),
    createCalibrationMetrics(registry, work.calibrations),
    createJudgeMetrics(registry, work.judges),
    ingestFigures(registry, work),
    limitFigures(registry, work),
    noticeFigures(registry, work),
    credentialFigures(registry, work),
    componentFigures(registry, work),
  ];
}

type Named<Label extends string> = Gauge<Label>;

/** Creates a gauge that is absent until its first value is set. */
function gauge<Label extends string = never>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Named<Label> {
  return new Gauge({ name, help, labelNames, registers: [registry] });
}

function outboxFigures(registry: Registry, work: WorkGauges): ReadFigures {
  const kind = ['kind'] as const;
  const waiting = gauge(
    registry,
    'truetally_outbox_waiting_items',
    'Outbox items that are not yet sent to Temporal.',
    kind,
  );
  const oldest = gauge(
    registry,
    'truetally_outbox_oldest_waiting_seconds',
    'Age of the oldest outbox item that is not yet sent to Temporal; 0 if no item waits.',
    kind,
  );
  const dead = gauge(
    registry,
    'truetally_outbox_dead_items',
    'Outbox items that the relay gave up after 20 attempts. An operator must check them.',
    kind,
  );
  return {
    source: 'outbox',
    metrics: [waiting, oldest, dead],
    async read() {
      const outbox = await work.outbox();
      return () => {
        for (const [name, figures] of outbox) {
          waiting.set({ kind: name }, figures.count);
          oldest.set({ kind: name }, figures.oldestSeconds);
          dead.set({ kind: name }, figures.dead);
        }
      };
    },
  };
}

function runFigures(registry: Registry, work: WorkGauges): ReadFigures {
  const state = ['state'] as const;
  const count = gauge(registry, 'truetally_runs_unsettled', 'Report runs that have not ended.', state);
  const oldest = gauge(
    registry,
    'truetally_runs_oldest_unsettled_seconds',
    'Age of the oldest report run that has not ended; for a running run, since its first attempt. 0 without such runs.',
    state,
  );
  return {
    source: 'runs',
    metrics: [count, oldest],
    async read() {
      const runs = await work.runs();
      return () => {
        for (const [name, figures] of runs) {
          count.set({ state: name }, figures.count);
          oldest.set({ state: name }, figures.oldestSeconds);
        }
      };
    },
  };
}

function occurrenceFigures(registry: Registry, work: WorkGauges): ReadFigures {
  const state = ['state'] as const;
  const count = gauge(registry, 'truetally_occurrences_in_flight', 'Occurrences of schedules in flight.', state);
  const oldest = gauge(
    registry,
    'truetally_occurrences_oldest_in_flight_seconds',
    'Time since the claim of the oldest occurrence in flight; 0 if no occurrence is in flight.',
    state,
  );
  return {
    source: 'occurrences',
    metrics: [count, oldest],
    async read() {
      const occurrences = await work.occurrences();
      return () => {
        for (const [name, figures] of occurrences) {
          count.set({ state: name }, figures.count);
          oldest.set({ state: name }, figures.oldestSeconds);
        }
      };
    },
  };
}

function scheduleFigures(registry: Registry, work: WorkGauges): ReadFigures {
  const overdue = gauge(
    registry,
    'truetally_schedules_overdue',
    'Schedules that have been due for a minute or more while their workspace has no occurrence in flight.',
  );
  const longest = gauge(
    registry,
    'truetally_schedules_longest_overdue_seconds',
    'Time for which the oldest overdue schedule has been due; 0 if no schedule is overdue.',
  );
  const ahead = gauge(
    registry,
    'truetally_schedules_ahead_of_clock',
    'Schedules that are not paused and were planned or saved with a clock a minute or more ahead of the present time.',
  );
  const missed = gauge(
    registry,
    'truetally_occurrences_missed_last_hour',
    'Occurrences that were recorded as missed within the last hour.',
  );
  const skipped = new Counter({
    name: 'truetally_schedule_instants_skipped_total',
    help: 'Instants of schedules without a separate run: a later run caught up, or they were missed.',
    registers: [registry],
  });
  return {
    source: 'schedules',
    metrics: [overdue, longest, ahead, missed, skipped],
    async read() {
      const schedules = await work.schedules();
      return () => {
        overdue.set(schedules.overdue.count);
        longest.set(schedules.overdue.oldestSeconds);
        ahead.set(schedules.aheadOfClock);
        missed.set(schedules.missedLastHour);
        skipped.inc(schedules.skippedTotal);
      };
    },
  };
}

function limitFigures(registry: Registry, work: WorkGauges): ReadFigures {
  const unaccounted = gauge(
    registry,
    'truetally_gateway_unaccounted_counters',
    'Counters of limits that charge a dead gateway the full amount, because its journal could not be read within ten minutes.',
  );
  return {
    source: 'limits',
    metrics: [unaccounted],
    async read() {
      const counters = await work.unaccountedCounters();
      return () => unaccounted.set(counters);
    },
  };
}

function ingestFigures(registry: Registry, work: WorkGauges): ReadFigures {
  const batches = gauge(
    registry,
    'truetally_ingest_unloaded_batches',
    'Event batches that are planned and not yet loaded.',
  );
  const oldest = gauge(
    registry,
    'truetally_ingest_oldest_unloaded_batch_seconds',
    'Age of the oldest event batch that is not yet loaded; 0 if all batches are loaded.',
  );
  const waiting = gauge(
    registry,
    'truetally_index_waiting_seconds',
    'Maximum age of traffic that is not yet read and loaded. It is normally a few seconds, and absent until an indexer has started.',
  );
  const unseen = gauge(
    registry,
    'truetally_ingest_unseen_lines',
    'Planned lines that no read includes yet, because these or earlier lines are not loaded.',
  );
  const quarantined = gauge(
    registry,
    'truetally_ingest_quarantined_lines_last_hour',
    'Lines of the batches planned within the last hour that were quarantined because they could not be read.',
  );
  const keptBytes = gauge(
    registry,
    'truetally_quarantine_kept_bytes',
    'Size of the stored texts of quarantined lines. All share 1 GiB.',
  );
  const beyond = gauge(
    registry,
    'truetally_quarantine_beyond_share_lines',
    'Lines that were quarantined today and yesterday (UTC) without their text, because their environment or organization has used its share.',
  );
  return {
    source: 'ingest',
    metrics: [waiting, batches, oldest, unseen, quarantined, keptBytes, beyond],
    async read() {
      const ingest = await work.ingest();
      return () => {
        if (ingest.waitingSeconds !== undefined) waiting.set(ingest.waitingSeconds);
        batches.set(ingest.unloaded.count);
        oldest.set(ingest.unloaded.oldestSeconds);
        unseen.set(ingest.unseenLines);
        quarantined.set(ingest.quarantinedLastHour);
        keptBytes.set(ingest.quarantine.keptBytes);
        beyond.set(ingest.quarantine.beyondShares);
      };
    },
  };
}

function noticeFigures(registry: Registry, work: WorkGauges): ReadFigures {
  const notices = gauge(
    registry,
    'truetally_notices_last_hour',
    'Notices of a kind with an event within the last hour, such as the demotion of a judge.',
    ['kind'],
  );
  const overdue = gauge(
    registry,
    'truetally_notices_overdue_seconds',
    'Time since the oldest notice reached the end of its lifetime, after which the retention sweep removes it; 0 without such a notice.',
  );
  return {
    source: 'notices',
    metrics: [notices, overdue],
    async read() {
      const counts = await work.notices.lastHour();
      const overdueSeconds = await work.notices.overdueSeconds();
      return () => {
        for (const [kind, count] of counts) notices.set({ kind }, count);
        overdue.set(overdueSeconds);
      };
    },
  };
}

function credentialFigures(registry: Registry, work: WorkGauges): ReadFigures {
  const awaited = gauge(
    registry,
    'truetally_service_credentials_awaited_seconds',
    'Age of the oldest credential of a service in force that a live gateway process does not confirm, so that it is not ready; 0 without such a credential.',
  );
  return {
    source: 'credentials',
    metrics: [awaited],
    async read() {
      const seconds = await work.awaitedCredentialSeconds();
      return () => awaited.set(seconds);
    },
  };
}

function componentFigures(registry: Registry, work: WorkGauges): ReadFigures {
  const silence = gauge(
    registry,
    'truetally_component_silent_seconds',
    'Time since the last heartbeat of a component, in any instance; absent for a component without a heartbeat.',
    ['component'],
  );
  return {
    source: 'components',
    metrics: [silence],
    async read() {
      const seconds = await work.silence();
      return () => {
        for (const [component, value] of seconds) silence.set({ component }, value);
      };
    },
  };
}
