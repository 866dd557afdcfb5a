import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  type ActivityInterfaceFor,
  ActivityFailure,
  ChildWorkflowFailure,
  executeChild,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { CalibrationFitActivities } from '../../activities/quality/calibration/calibration-fit-activities.ts';
import type { FitStatus } from '../../activities/quality/calibration/fit-status.ts';
import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import { calibrationFitWorkflowId, type CalibrationFitInput, type CalibrationFitResult } from '../public.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';

/** The maximum number of fits whose end a refit lists. */
const MAX_LISTED = 100;

/**
 * Fits one workspace if the input names a fit. Otherwise, it requests a refit of each workspace with labels, and waits
 * for them, one after the other: each has its own workflow, so that one that cannot end delays no other for ever.
 */
export async function calibrationFit(input: CalibrationFitInput): Promise<CalibrationFitResult> {
  return input.fitId === undefined ? refitAll(input) : fitOne(input, input.fitId);
}

/** Reading a million labels takes minutes. Work is retried for as long as ClickHouse or Postgres is unavailable. */
function activitiesOf({
  timeouts: { heartbeatMs },
}: CalibrationFitInput): ActivityInterfaceFor<CalibrationFitActivities> {
  return proxyActivities<CalibrationFitActivities>({
    startToCloseTimeout: '15 minutes',
    heartbeatTimeout: heartbeatMs,
    retry: { initialInterval: '1s', maximumInterval: '1 minute' },
  });
}

async function fitOne(input: CalibrationFitInput, fitId: string): Promise<CalibrationFitResult> {
  const { fitCalibration } = activitiesOf(input);
  const status = await fitCalibration.executeWithOptions({ summary: `fit ${fitId}` }, [{ fitId }]);
  setCurrentDetails(detailsOf(status));
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.workspaceId, value: status.workspaceId },
    { key: SEARCH_ATTRIBUTES.runState, value: status.state },
    ...(status.state === 'refused' ? [{ key: SEARCH_ATTRIBUTES.failureCode, value: status.refusal.code }] : []),
  ]);
  return {
    fits: 1,
    candidates: Number(status.state === 'candidate'),
    refused: Number(status.state === 'refused'),
    elsewhere: 0,
    failed: [],
  };
}

async function refitAll(input: CalibrationFitInput): Promise<CalibrationFitResult> {
  const { requestRefits } = activitiesOf(input);
  const fitIds = await requestRefits.executeWithOptions({ summary: 'request refits' }, []);
  const result = { fits: fitIds.length, candidates: 0, refused: 0, elsewhere: 0 };
  const failed: string[] = [];
  const show = (): void => setCurrentDetails(countsOf(result, failed));
  show();
  for (const fitId of fitIds) {
    try {
      const ended = await executeChild(calibrationFit, {
        workflowId: calibrationFitWorkflowId(fitId),
        args: [{ ...input, fitId }],
        // An operator who ends the refit does not end a fit in progress.
        parentClosePolicy: ParentClosePolicy.ABANDON,
        workflowExecutionTimeout: '1 hour',
        staticSummary: `Calibration: fits ${fitId}`,
      });
      result.candidates += ended.candidates;
      result.refused += ended.refused;
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) result.elsewhere += 1;
      else if (error instanceof ChildWorkflowFailure && !isCancellation(error)) failed.push(failureText(fitId, error));
      else throw error;
    }
    show();
  }
  return { ...result, failed: failed.slice(0, MAX_LISTED) };
}

function failureText(fitId: string, { cause, message }: ChildWorkflowFailure): string {
  const last = cause instanceof ActivityFailure ? cause.cause : cause;
  return `${fitId}: ${last?.message ?? message}`.slice(0, 300);
}

function detailsOf(status: FitStatus): string {
  const head = [`- **Calibration:** \`${status.calibrationId}\` of \`${status.workspaceId}\``];
  if (status.state === 'refused')
    return [
      ...head,
      '- **State:** refused',
      `- **Reason:** ${status.refusal.code}: ${escapeMarkdown(status.refusal.text)}`,
    ].join('\n');
  const { rows, isCapped, units, passed, failed, unmeasurable, stopped, digest } = status;
  const rest = units - passed - stopped.length;
  return [
    ...head,
    '- **State:** candidate, which serves nothing until somebody activates it',
    `- **Rows:** ${rows}${isCapped ? ', the newest ones of more' : ''}`,
    `- **Units:** ${units}: ${passed} passed, ${failed} failed, ${unmeasurable} unmeasurable`,
    `- **Digest:** \`${digest}\``,
    ...stopped.map(
      ({ metric, segment, judgeSubject, state, code, need, have, text }) =>
        `- **${state}:** ${[metric, segment, judgeSubject].map(escapeMarkdown).join(', ')}: ${code} (need ${need}, have ${have}). ${escapeMarkdown(text)}`,
    ),
    ...(rest > 0 ? [`- **more:** ${rest} further units did not pass`] : []),
  ].join('\n');
}

function countsOf(counts: Readonly<Record<string, number>>, failed: readonly string[]): string {
  return [
    ...Object.entries(counts).map(([what, count]) => `- **${what}:** ${count}`),
    ...failed.slice(0, MAX_LISTED).map((text) => `- **failed:** ${escapeMarkdown(text)}`),
  ].join('\n');
}
