import type { QualityQuestion } from '../../../analytics/quality/verdicts/quality-question.ts';
import type { WindowQuery } from '../../../contracts/quality/reads/quality-window.ts';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import { requireInstant } from '../lane/require-instant.ts';
import { windowStart } from '../lane/window-start.ts';
import type { QualityReadPorts } from '../ports/quality-read-ports.ts';
import { requireWorkspace } from '../quality-workspace/require-workspace.ts';

/** The window of a read that states none, as a time before now. */
const DEFAULT_SINCE = '30d';

/**
 * The workspace and the window of a read. It ends now, or at an earlier instant.
 *
 * @throws Refusal `validation_failed` for an impossible window, or without a required workspace; `not_found` for an
 *   unknown workspace
 */
export async function qualityQuestionOf(
  ports: Pick<QualityReadPorts, 'clock' | 'qualityWorkspaces'>,
  { since = DEFAULT_SINCE, until: stated, workspace_id: workspaceId }: WindowQuery,
  requestId: string,
): Promise<QualityQuestion> {
  const now = ports.clock.now();
  const from = windowStart(since, now);
  const until = requireInstant(stated, '/until') ?? now;
  if (!(until > from && until <= now)) {
    throw invalidMember('/until', '`until` must be after `since`, and not in the future. Send another instant.');
  }
  return { workspaceId: await requireWorkspace(ports, workspaceId), from, until, requestId };
}
