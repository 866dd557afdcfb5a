import {
  type ActivityInterfaceFor,
  proxyActivities,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { CalibrationFitActivities } from '../../activities/quality/calibration/calibration-fit-activities.ts';
import type { FitStatus } from '../../activities/quality/calibration/fit-status.ts';
import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import type { CalibrationFitInput, CalibrationFitResult, CalibrationRefitResult } from '../public.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';

/**
 * Fits one workspace if the input names a fit. Otherwise, it requests a refit of each workspace with labels, and does
 * not wait for them: each has its own workflow, so that one that cannot end delays no other.
 */
export async function calibrationFit(
  input: CalibrationFitInput,
): Promise<CalibrationFitResult | CalibrationRefitResult> {
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
  return { state: status.state };
}

/** The requests also enqueue the starts of the fits, so the relay starts each fit once, in its own workflow. */
async function refitAll(input: CalibrationFitInput): Promise<CalibrationRefitResult> {
  const { requestRefits } = activitiesOf(input);
  const fitIds = await requestRefits.executeWithOptions({ summary: 'request refits' }, []);
  setCurrentDetails(`- **Requested fits:** ${fitIds.length}`);
  return { requested: fitIds.length };
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
