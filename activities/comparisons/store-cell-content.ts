import { fitsContent } from '../../contracts/ingest/events/content.ts';
import type { ModelRequest } from '../../providers/protocols/shared/model-request.ts';
import type { CellKey } from '../../store/comparisons/cell-endings.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { ComparisonPorts } from './comparison-ports.ts';

/**
 * Stores the question and the answer of a cell as content of its request if content is captured. The call is paid for
 * and settled before. If the worker dies earlier, the retry stores them. If the disk is full, only these texts are
 * lost.
 */
export async function storeCellContent(
  { runs, contents, log }: Pick<ComparisonPorts, 'runs' | 'contents' | 'log'>,
  cell: CellKey,
  { system, messages }: Pick<ModelRequest, 'system' | 'messages'>,
): Promise<void> {
  const { wanted } = contents;
  if (!wanted.request && !wanted.response) return;
  const answered = await runs.answered(cell);
  if (answered === undefined) return;
  const { workspaceId, callId, sentAt, answer } = answered;
  const request = JSON.stringify(system === '' ? messages : [{ role: 'system', content: system }, ...messages]);
  const content = {
    ...{ workspaceId, requestId: callId, admittedAt: sentAt },
    ...(wanted.request && fitsContent(request) && { request }),
    ...(wanted.response && fitsContent(answer) && { response: answer }),
  };
  await withHeartbeat(() => contents.keep(content)).catch((error: unknown) => {
    log.warn({ call: callId, err: error }, 'the content of a cell could not be stored');
  });
}
