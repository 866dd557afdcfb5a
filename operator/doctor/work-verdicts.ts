import type { Component } from '../../domain/kernel/components.ts';
import { behindSince } from '../../domain/insight/index-lag.ts';
import type { IndexState } from '../../store/ingest/index-progress-store.ts';
import type { QuarantineCounts } from '../../store/ingest/quarantine-store.ts';
import { faultVerdict, okVerdict, warningVerdict, type CheckVerdict } from './findings/finding.ts';

const MIB = 1024 * 1024;
/** The maximum number of files that a sentence names. */
const MAX_NAMED = 5;

/** The verdict on the components with a heartbeat within a minute, and their numbers of processes. */
export function componentsVerdict(instances: ReadonlyMap<Component, number>): CheckVerdict {
  const silent = [...instances].filter(([, count]) => count === 0).map(([component]) => component);
  const alive = [...instances].filter(([, count]) => count > 0).map(([component, count]) => `${component} ×${count}`);
  if (silent.length === 0) return okVerdict(`These components are alive: ${alive.join(', ')}.`);
  const others = alive.length === 0 ? '' : ` These are alive: ${alive.join(', ')}.`;
  return faultVerdict(
    `These components have sent no heartbeat for a minute: ${silent.join(', ')}.${others}`,
    'Start the process of each silent component, or read its log. `api/server.ts` is the API, and `worker/main.ts` runs all other components.',
  );
}

/** The verdict on outbox rows that were not handed to Temporal yet. */
export function outboxVerdict(counts: { waiting: number; oldestWaitingSeconds: number; dead: number }): CheckVerdict {
  const { waiting, dead } = counts;
  const seconds = Math.round(counts.oldestWaitingSeconds);
  const seen = `${dead} outbox items were given up, and ${waiting} wait, the oldest for ${seconds} s.`;
  if (dead > 0) {
    return faultVerdict(
      seen,
      'Read the answer of Temporal to each item with `npm run operator -- outbox list`, and correct the cause. Then return each item to the relay with `npm run operator -- outbox retry --item …`.',
    );
  }
  const remedy = 'The relay is behind. Check that a worker runs, and that Temporal answers it.';
  if (seconds > 600) return faultVerdict(seen, remedy);
  return seconds > 60 ? warningVerdict(seen, remedy) : okVerdict(seen);
}

/**
 * The verdict on bytes of this machine's journal that are not planned yet, and on planned batches that are not loaded
 * yet.
 */
export function lagVerdict(lag: { bytes: number; oldestPlannedSeconds: number }): CheckVerdict {
  const seconds = Math.round(lag.oldestPlannedSeconds);
  const batch = seconds === 0 ? 'no planned batch waits' : `a planned batch has waited for ${seconds} s`;
  const seen = `The indexer has ${(lag.bytes / MIB).toFixed(1)} MiB of the journal on this machine to read, and ${batch}.`;
  const remedy =
    'Find `could not be indexed` in the log of the workers, and correct the cause. Answers end before the first batch that is not loaded.';
  if (seconds > 600) return faultVerdict(seen, remedy);
  return seconds > 60 || lag.bytes > 64 * MIB ? warningVerdict(seen, remedy) : okVerdict(seen);
}

/** The verdict on traffic that waits to be read and loaded: a fault as soon as figures disclose the delay. */
export function indexVerdict({ waitingSince, faults }: IndexState, now: Date, maxSeconds: number): CheckVerdict {
  const failing = faults.slice(0, MAX_NAMED).map(({ source, batchId, message }) => {
    const batch = batchId === undefined ? '' : `, batch ${batchId}`;
    return `${source}${batch}: ${message}`;
  });
  const causes = failing.length === 0 ? '' : ` Failures: ${failing.join('; ')}`;
  if (waitingSince === undefined)
    return warningVerdict(
      `No indexer has started yet.${causes}`,
      'Start a worker. Without a worker, figures include no traffic.',
    );
  const seconds = Math.max(0, Math.round((now.getTime() - waitingSince.getTime()) / 1_000));
  if (behindSince(waitingSince, now, maxSeconds) === undefined)
    return okVerdict(`All traffic that arrived until ${seconds} s ago is read and loaded.`);
  return faultVerdict(
    `Traffic has waited for ${seconds} s to be read and loaded, since ${waitingSince.toISOString()}, so figures are partial.${causes}`,
    failing.length === 0
      ? 'No indexer reports a failure. Start a worker, or read its log. See TruetallyIndexBehind in docs/runbook.md.'
      : 'Correct the cause of each failure. The indexer retries within seconds. See TruetallyIndexBehind in docs/runbook.md.',
  );
}

/** The verdict on quarantined lines, which no figure counts. */
export function quarantineVerdict({ total, today, reason, room }: QuarantineCounts): CheckVerdict {
  const kept = `It stores ${Math.ceil(room.keptBytes / MIB)} MiB of texts.`;
  if (room.beyondShares > 0)
    return warningVerdict(
      `Since yesterday, ${room.beyondShares} lines were quarantined without their text, because a share is full. The quarantine has ${total} lines. ${kept}`,
      'Read the lines with `npm run operator -- quarantine list`, and correct the program that writes them. See TruetallyQuarantineShareFull in docs/runbook.md.',
    );
  if (today === 0) return okVerdict(`The quarantine has ${total} lines, none of them from the last day. ${kept}`);
  return warningVerdict(
    `${today} lines were quarantined within the last day, most often for ${reason}. The quarantine has ${total} lines.`,
    'Read the lines with `npm run operator -- quarantine list`, and correct the program that writes them.',
  );
}

/** The verdict on other files in the folder of the journal's segments. */
export function unreadVerdict(names: readonly string[]): CheckVerdict {
  if (names.length === 0) return okVerdict('The folder contains only segments.');
  const named = names.slice(0, MAX_NAMED).join(', ');
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return warningVerdict(
    `No worker reads these files, because their names are not those of segments: ${named}${more}.`,
    'Load traffic with `npm run import -- <file>`, and store other files in another folder. docs/traffic-format.md has the names of segments.',
  );
}

/** The verdict on due schedules that no worker has claimed. */
export function overdueVerdict({ count, oldestSeconds }: { count: number; oldestSeconds: number }): CheckVerdict {
  if (count === 0) return okVerdict('No schedule is overdue.');
  const seen = `${count} schedules are overdue, the oldest by ${oldestSeconds} s.`;
  const remedy =
    'Check that a worker polls `truetally-dispatch`. `npm run operator -- schedule list` shows these schedules.';
  return oldestSeconds > 300 ? faultVerdict(seen, remedy) : warningVerdict(seen, remedy);
}

/** The verdict on schedules whose last instant, or the moment of their last change, is ahead of this clock. */
export function aheadVerdict(count: number): CheckVerdict {
  if (count === 0) return okVerdict('No schedule was planned by a clock that is ahead of this clock.');
  return warningVerdict(
    `${count} schedules were planned by a clock that was ahead. They skip all instants until that time.`,
    'Use a time service to set the clocks of all machines. Then pause and resume these schedules, whose document shows `delay`, to plan them by the present clock.',
  );
}

/** The verdict on the time-zone database here and those by which local times were planned, named like `2025c`. */
export function zonesVerdict(here: string, icu: string, plannedBy: readonly string[]): CheckVerdict {
  const plans =
    plannedBy.length === 0 ? 'no schedule was planned yet' : `schedules were planned by ${plannedBy.join(', ')}`;
  const seen = `This Node has the time zones of ${here} (ICU ${icu}), and ${plans}.`;
  if (plannedBy.some((version) => version > here)) {
    return warningVerdict(
      seen,
      'Upgrade Node on this machine to the release of the other workers, which has newer rules.',
    );
  }
  return plannedBy.every((version) => version === here)
    ? okVerdict(seen)
    : warningVerdict(
        seen,
        'Start a worker on this Node. Its reconciler plans the schedules by the newer rules within seconds.',
      );
}

/** The verdict on the key that seals read contexts. */
export function sealVerdict(isKept: boolean): CheckVerdict {
  return okVerdict(
    isKept
      ? 'The seal key is stored in Postgres.'
      : 'Postgres stores no seal key. TRUETALLY_SEAL_KEY supplies it to every API and worker, or the first of them creates it.',
  );
}
