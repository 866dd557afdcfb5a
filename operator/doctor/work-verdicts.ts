import type { Component } from '../../domain/kernel/components.ts';
import { behindSince } from '../../domain/insight/index-lag.ts';
import type { IndexState } from '../../store/ingest/index-progress-store.ts';
import type { QuarantineCounts } from '../../store/ingest/quarantine-store.ts';
import { fault, ok, warning, type CheckVerdict } from './findings/finding.ts';

const MIB = 1024 * 1024;
/** The maximum number of files that a sentence names. */
const MAX_NAMED = 5;

/** The verdict on the components with a heartbeat within a minute, and their numbers of processes. */
export function componentsVerdict(instances: ReadonlyMap<Component, number>): CheckVerdict {
  const silent = [...instances].filter(([, count]) => count === 0).map(([component]) => component);
  const alive = [...instances].filter(([, count]) => count > 0).map(([component, count]) => `${component} ×${count}`);
  if (silent.length === 0) return ok(alive.join(', '));
  const seen = `silent: ${silent.join(', ')}${alive.length === 0 ? '' : `; alive: ${alive.join(', ')}`}`;
  return fault(
    seen,
    'Start what is silent, or look into its log: `api/server.ts` is the API, `worker/main.ts` all the rest.',
  );
}

/** The verdict on outbox rows that were not handed to Temporal yet. */
export function outboxVerdict(counts: { waiting: number; oldestWaitingSeconds: number; dead: number }): CheckVerdict {
  const { waiting, dead } = counts;
  const seconds = Math.round(counts.oldestWaitingSeconds);
  const seen = `${dead} given up, ${waiting} waiting, the oldest for ${seconds} s`;
  if (dead > 0) {
    return fault(
      seen,
      'Read what Temporal said to each with `npm run operator -- outbox list`, correct the cause, then give each back to the relay with `npm run operator -- outbox retry --item …`.',
    );
  }
  const remedy = 'See that a worker runs and that Temporal answers it: the relay is behind.';
  if (seconds > 600) return fault(seen, remedy);
  return seconds > 60 ? warning(seen, remedy) : ok(seen);
}

/**
 * The verdict on bytes of this machine's journal that are not planned yet, and on planned batches that are not loaded
 * yet.
 */
export function lagVerdict(lag: { bytes: number; oldestPlannedSeconds: number }): CheckVerdict {
  const seconds = Math.round(lag.oldestPlannedSeconds);
  const batch = seconds === 0 ? 'no batch waits' : `a planned batch has waited for ${seconds} s`;
  const seen = `${(lag.bytes / MIB).toFixed(1)} MiB of the journal here not read yet; ${batch}`;
  const remedy = 'Look for `could not be indexed` in the log of the workers: reads stop before what is not loaded.';
  if (seconds > 600) return fault(seen, remedy);
  return seconds > 60 || lag.bytes > 64 * MIB ? warning(seen, remedy) : ok(seen);
}

/** The verdict on traffic that waits to be read and loaded: a fault as soon as figures disclose the delay. */
export function indexVerdict({ waitingSince, faults }: IndexState, now: Date, maxSeconds: number): CheckVerdict {
  const failing = faults.slice(0, MAX_NAMED).map(({ source, batchId, message }) => {
    const batch = batchId === undefined ? '' : `, batch ${batchId}`;
    return `${source}${batch}: ${message}`;
  });
  const causes = failing.length === 0 ? '' : `; ${failing.join('; ')}`;
  if (waitingSince === undefined)
    return warning(`no indexer has begun yet${causes}`, 'Start a worker: without one, traffic reaches no figure.');
  const seconds = Math.max(0, Math.round((now.getTime() - waitingSince.getTime()) / 1_000));
  if (behindSince(waitingSince, now, maxSeconds) === undefined)
    return ok(`all that came in until ${seconds} s ago is read and loaded`);
  return fault(
    `traffic has waited for ${seconds} s to be read and loaded, since ${waitingSince.toISOString()}: figures are partial${causes}`,
    failing.length === 0
      ? 'Start a worker, or look into its log: no indexer reports a failure. docs/runbook.md, TruetallyIndexBehind.'
      : 'Remove the cause that is named; the indexer tries again within seconds. docs/runbook.md, TruetallyIndexBehind.',
  );
}

/** The verdict on quarantined lines, which no figure counts. */
export function quarantineVerdict({ total, today, reason, room }: QuarantineCounts): CheckVerdict {
  const kept = `${Math.ceil(room.keptBytes / MIB)} MiB of texts are kept`;
  if (room.beyondShares > 0)
    return warning(
      `of ${room.beyondShares} lines set aside since yesterday no text is kept, since a share has no room for it; ${total} in all, ${kept}`,
      'Correct what writes them: see `npm run operator -- quarantine list`. docs/runbook.md, TruetallyQuarantineShareFull.',
    );
  if (today === 0) return ok(`${total} lines set aside, none of them within a day; ${kept}`);
  return warning(
    `${today} lines set aside within a day, ${total} in all; mostly: ${reason}`,
    'See them with `npm run operator -- quarantine list`, and correct what writes them.',
  );
}

/** The verdict on other files in the folder of the journal's segments. */
export function unreadVerdict(names: readonly string[]): CheckVerdict {
  if (names.length === 0) return ok('nothing else lies beside the segments');
  const named = names.slice(0, MAX_NAMED).join(', ');
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return warning(
    `nobody reads ${named}${more}`,
    'Load traffic with `npm run import -- <file>`, and keep other files elsewhere; docs/traffic-format.md has the names of segments.',
  );
}

/** The verdict on due schedules that no worker has claimed. */
export function overdueVerdict({ count, oldestSeconds }: { count: number; oldestSeconds: number }): CheckVerdict {
  if (count === 0) return ok('none overdue');
  const seen = `${count} overdue, the oldest by ${oldestSeconds} s`;
  const remedy = 'See that a worker polls `truetally-dispatch`; `npm run operator -- schedule list` names them.';
  return oldestSeconds > 300 ? fault(seen, remedy) : warning(seen, remedy);
}

/** The verdict on schedules whose last instant, or the moment of their last change, is ahead of this clock. */
export function aheadVerdict(count: number): CheckVerdict {
  if (count === 0) return ok('all were planned by a clock like this one');
  return warning(
    `${count} were planned by a clock that was ahead, and skip instants until then`,
    'Set the clocks of all machines by a time service; pause and resume these schedules, whose document shows `delay`, to plan them by the present clock.',
  );
}

/** The verdict on the time-zone database here and those by which local times were planned, named like `2025c`. */
export function zonesVerdict(here: string, icu: string, plannedBy: readonly string[]): CheckVerdict {
  const seen = `${here} here (ICU ${icu}); schedules planned by ${plannedBy.length === 0 ? 'none yet' : plannedBy.join(', ')}`;
  if (plannedBy.some((version) => version > here)) {
    return warning(seen, 'Upgrade Node on this machine to the release of the other workers, whose rules are newer.');
  }
  return plannedBy.every((version) => version === here)
    ? ok(seen)
    : warning(seen, 'Start a worker on this Node: its reconciler plans them by the newer rules within seconds.');
}

/** The verdict on the key that seals read contexts. */
export function sealVerdict(isKept: boolean): CheckVerdict {
  return ok(
    isKept
      ? 'made once, kept in Postgres'
      : 'none is kept in Postgres: TRUETALLY_SEAL_KEY gives the same to every API and worker, or the first of them makes one',
  );
}
