import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { RetentionActivities, SweepSliceResult } from '../../activities/installation/retention-activities.ts';
import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import { SWEEP_START, SWEPT_KINDS, type SweptCounts } from '../../domain/installation/retention-sweep.ts';
import type { RetentionSweepInput } from '../public.ts';

/**
 * Removes rows and files whose lifetime has ended, in one pass over all workspaces. The sweep is cut into slices of
 * about a minute, so that an operator sees its progress. A sweep of a whole day makes 9,000 of the 50,000 events that a
 * history may have.
 */
export async function retentionSweep({ timeouts }: RetentionSweepInput): Promise<SweptCounts> {
  const { sweepRetention } = proxyActivities<RetentionActivities>({
    // A slice ends after the batch that is in progress when its time is over, and no batch takes longer than a
    // heartbeat.
    startToCloseTimeout: timeouts.sliceMs + 2 * timeouts.heartbeatMs,
    heartbeatTimeout: timeouts.heartbeatMs,
    retry: { initialInterval: '1s', maximumInterval: '1 minute' },
  });
  let cursor = SWEEP_START;
  for (let number = 1; ; number += 1) {
    const slice = await sweepRetention.executeWithOptions({ summary: `sweep, slice ${number}` }, [
      { place: cursor, sliceMs: timeouts.sliceMs },
    ]);
    cursor = slice.place;
    setCurrentDetails(details(slice));
    if (slice.isDone) return cursor.counts;
  }
}

function details({ place: cursor, isDone }: SweepSliceResult): string {
  const { doneUpTo, workspaceName, counts } = cursor;
  const last = doneUpTo === '' ? '' : `, up to \`${doneUpTo}\``;
  return [
    `- **State:** ${isDone ? 'finished' : `sweeping${workspaceName === '' ? '' : `, now at “${escapeMarkdown(workspaceName)}”`}`}`,
    `- **Workspaces with something due:** ${counts.workspaces}${last}`,
    ...SWEPT_KINDS.map((kind) => `- **Removed ${kind.replaceAll('_', ' ')}:** ${counts[kind]}`),
  ].join('\n');
}
