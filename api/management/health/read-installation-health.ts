import {
  MAX_HEALTH_SOURCES,
  type InstallationHealth,
} from '../../../contracts/management/installation/installation-health.ts';
import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { COMPONENTS } from '../../../domain/kernel/components.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ProducerFreshness, SourceFreshness } from '../../../store/ingest/source-freshness-reader.ts';
import type { QuarantineCounts } from '../../../store/ingest/quarantine-store.ts';
import type { CheckReadiness } from '../../health/readiness.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';

type Readiness = Awaited<ReturnType<CheckReadiness>>;
/** The members of a readiness that it has while Postgres answers. */
type ControlPlane = 'components' | 'outbox' | 'overdue_schedules' | 'index';
type CompleteReadiness = Readiness & Required<Pick<Readiness, ControlPlane>>;

/** Answers with the health of the installation, and the freshness of every source of traffic. */
export const readInstallationHealth = createManagementHandler(INSTALLATION_OPERATIONS, 'management.health.get', {
  async answer(_request, { ports: { clock, traffic, installation } }) {
    const { checkReadiness, freshness, quarantine } = installation;
    const readiness = requireControlPlane(await checkReadiness());
    const [sources, producers, openGaps, counts, backpressure] = await Promise.all([
      freshness.sources(MAX_HEALTH_SOURCES),
      freshness.producers(),
      freshness.countOpenGaps(),
      quarantine.counts(),
      traffic === undefined ? ('not_composed' as const) : traffic.backpressure(),
    ]);
    return {
      checked_at: clock.now().toISOString(),
      postgres: 'up' as const,
      clickhouse: readiness.clickhouse,
      journal: backpressure ?? ('accepting' as const),
      components: COMPONENTS.map((component) => ({ component, ...readiness.components[component] })),
      index: readiness.index,
      producers: producers.map(presentProducer),
      sources: sources.map(presentSource),
      quarantine: presentQuarantine(counts),
      open_gaps: openGaps,
      outbox: readiness.outbox,
      overdue_schedules: readiness.overdue_schedules,
      ...(readiness.last_sweep && { last_sweep_at: readiness.last_sweep.finished_at }),
    };
  },
});

/** @throws Refusal `dependency_unavailable` if Postgres did not answer in time */
function requireControlPlane(readiness: Readiness): CompleteReadiness {
  const { components, outbox, overdue_schedules, index } = readiness;
  if (components === undefined || outbox === undefined || overdue_schedules === undefined || index === undefined)
    throw new Refusal('dependency_unavailable', 'Postgres does not answer in time. Try again in a few seconds.');
  return { ...readiness, components, outbox, overdue_schedules, index };
}

function presentProducer({ producerClass, lastIndexedAt }: ProducerFreshness): InstallationHealth['producers'][number] {
  return {
    producer_class: producerClass,
    ...(lastIndexedAt && { last_indexed_at: lastIndexedAt.toISOString() }),
  };
}

function presentSource(source: SourceFreshness): InstallationHealth['sources'][number] {
  const { sourceId, kind, isHeld, nextOffset, lastPlannedAt, waitingSince, failingSince } = source;
  return {
    source_id: sourceId,
    kind,
    state: stateOf(source),
    held: isHeld,
    next_offset: String(nextOffset),
    ...(lastPlannedAt && { last_planned_at: lastPlannedAt.toISOString() }),
    ...(waitingSince && { waiting_since: waitingSince.toISOString() }),
    ...(failingSince && { failing_since: failingSince.toISOString() }),
  };
}

function stateOf({ failingSince, waitingSince }: SourceFreshness): InstallationHealth['sources'][number]['state'] {
  if (failingSince !== undefined) return 'failing';
  return waitingSince === undefined ? 'current' : 'waiting';
}

function presentQuarantine({ total, today, reason, room }: QuarantineCounts): InstallationHealth['quarantine'] {
  return {
    lines: total,
    last_day: today,
    most_frequent_reason: reason,
    stored_bytes: room.keptBytes,
    without_text: room.beyondShares,
  };
}
