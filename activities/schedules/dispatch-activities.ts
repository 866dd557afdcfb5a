import { formatTraceparent } from '../../tracing/traceparent.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { OccurrenceState } from '../../domain/schedules/report-occurrence.ts';
import type { RunTimeouts } from '../../domain/reports/report-run.ts';
import type { SchedulePlanner } from '../../store/schedules/schedule-planner.ts';
import type { InFlightOccurrence } from '../../store/schedules/workspace-reading.ts';
import type { createBeginAhead } from './begin-occurrence.ts';
import { overdueKeywords, scheduleLines } from './schedules-of-plan.ts';

/**
 * The occurrence that a dispatcher is to carry, with only the ids and names that Temporal may receive. Instants are RFC
 * 3339 in UTC.
 */
export interface OccurrenceToRun {
  readonly occurrenceId: string;
  readonly state: OccurrenceState;
  readonly attempt: number;
  readonly scheduleId: string;
  readonly reportId: string;
  readonly reportName: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly scheduledFor: string;
  readonly windowFrom: string;
  readonly windowTo: string;
  readonly skippedCount: number;
  /** The run to carry, if there is one, and its tries so far. Absent in plans of earlier versions. */
  readonly runId?: string;
  readonly runAttempt?: number;
  /** The time-outs of its run. Absent in plans of earlier versions. */
  readonly timeouts?: RunTimeouts;
  /**
   * True if search attributes may hold the report's name, see `OccurrenceFacts`. Absent in plans of earlier versions.
   */
  readonly namesArePlain?: boolean;
  /**
   * The trace that the occurrence continues, as a W3C `traceparent`; it is the trace of the plan. Absent if nothing is
   * traced.
   */
  readonly traceparent?: string;
}

/** A plan, in the form that the history of a dispatcher stores. */
export interface PlannedWorkspace {
  readonly workspaceName: string;
  readonly inFlight?: OccurrenceToRun;
  /** Milliseconds until the next schedule is due; absent when none is armed. */
  readonly dueInMs?: number;
  /**
   * Armed schedules and those that the server paused, overdue and paused ones first; Markdown, empty when there are
   * none.
   */
  readonly schedules: string;
  /** The time of the next due schedule, RFC 3339 UTC; absent if none is armed, and in plans of earlier versions. */
  readonly dueAt?: string;
  /**
   * The schedules that are overdue by a minute, or paused by the server, in the form of search attributes; absent if
   * there are none.
   */
  readonly overdue?: readonly string[];
}

/** The activities of a workspace's dispatcher. */
export interface DispatchActivities {
  planWorkspace(input: { workspaceId: string }): Promise<PlannedWorkspace>;
}

/** The ports of the dispatchers' activities. */
export interface DispatchPorts {
  readonly planner: SchedulePlanner;
  readonly beginAhead: ReturnType<typeof createBeginAhead>;
  readonly clock: Clock;
  readonly timeouts: RunTimeouts;
  readonly namesArePlain: boolean;
}

/** Binds the activities of dispatchers to the planner. */
export function createDispatchActivities(ports: DispatchPorts): DispatchActivities {
  const { planner, beginAhead, clock, timeouts, namesArePlain } = ports;
  const begun = async (occurrence: InFlightOccurrence): Promise<InFlightOccurrence> => {
    const status = occurrence.state === 'claimed' ? await beginAhead(occurrence) : undefined;
    if (status === undefined) return occurrence;
    const { state, attempt, runId, runAttempt } = status;
    return { ...occurrence, state, attempt, runId, runAttempt };
  };
  return {
    async planWorkspace({ workspaceId }) {
      const plan = await planner.plan(workspaceId);
      const { workspaceName, inFlight, dueInMs } = plan;
      const now = clock.now();
      const overdue = overdueKeywords(plan, { now, namesArePlain });
      return {
        workspaceName,
        ...(inFlight !== undefined && { inFlight: { ...toCarry(await begun(inFlight)), timeouts, namesArePlain } }),
        ...(dueInMs !== undefined && { dueInMs, dueAt: new Date(now.getTime() + dueInMs).toISOString() }),
        schedules: scheduleLines(plan, now).join('\n'),
        ...(overdue.length > 0 && { overdue }),
      };
    },
  };
}

function toCarry(occurrence: InFlightOccurrence): OccurrenceToRun {
  const { scheduledFor, windowFrom, windowTo, runId, runAttempt, ...rest } = occurrence;
  const traceparent = formatTraceparent();
  return {
    ...rest,
    ...(rest.state === 'running' && { runId, runAttempt }),
    scheduledFor: scheduledFor.toISOString(),
    windowFrom: windowFrom.toISOString(),
    windowTo: windowTo.toISOString(),
    ...(traceparent !== undefined && { traceparent }),
  };
}
