import { findCapturedRequest } from '../../../../content/find-captured-request.ts';
import type { ConfigurationFile } from '../../../../contracts/management/configuration-file.ts';
import type { SimulatedItem } from '../../../../domain/guardrails/simulation/apply-filters.ts';
import { captureSettings } from '../../../../domain/management/capture-settings.ts';
import { CommandFault } from '../../../output/command-fault.ts';
import type { Context } from '../../../tree/context.ts';

/**
 * The captured content of a request, from the folder that `dashboard.capture` of the file names.
 *
 * @throws CommandFault `refused` if the file does not capture content, and `not_found` if this request has none
 */
export async function readCapturedRequest(
  { now }: Context,
  { dashboard }: ConfigurationFile,
  requestId: string,
): Promise<SimulatedItem> {
  const capture = captureSettings(dashboard?.capture);
  const found = await findCapturedRequest(capture, requestId, now());
  if (found !== undefined) return { id: requestId, bodies: bodiesOf(found) };
  if (!capture.request && !capture.response)
    throw new CommandFault('refused', `The content of the request ${JSON.stringify(requestId)} was not captured.`, {
      why: 'dashboard.capture of the configuration file stores neither requests nor responses',
      next: 'set dashboard.capture.request or response, or give the content with --content-file',
    });
  throw new CommandFault('not_found', `There is no captured content of the request ${JSON.stringify(requestId)}.`, {
    why: `no file of ${capture.path} on this machine has it, or it has expired`,
    next: 'run the command on the machine of the gateway, or give the content with --content-file',
  });
}

function bodiesOf({ request, response }: { readonly request?: string; readonly response?: string }) {
  return {
    ...(request !== undefined && { request: bodyOf(request) }),
    ...(response !== undefined && { response: bodyOf(response) }),
  };
}

/** The JSON of a captured text, so that its parts are named; the text itself if it is not JSON. */
function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
