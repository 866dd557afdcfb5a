import { StatedDimensions } from '../dimensions/stated-dimensions.ts';
import { readLogText, readLogValue } from './read-log-members.ts';

/** Labels that LiteLLM adds to each request itself: the client, and its version. */
const OWN_LABEL = /^User-Agent:/;

/**
 * The dimensions that an entry states; undefined if it states none: the user at the end of the request, the alias of
 * the key, the members of its metadata, and its tags.
 */
export function dimensionsOfLog(log: unknown): Record<string, string> | undefined {
  const dimensions = new StatedDimensions();
  dimensions.add('user', readLogText(log, 'end_user') ?? readLogText(log, 'metadata', 'user_api_key_end_user_id'));
  dimensions.add('key', readLogText(log, 'metadata', 'user_api_key_alias'));
  dimensions.addMembers(readLogValue(log, 'metadata', 'requester_metadata'));
  dimensions.addMembers(readLogValue(log, 'metadata', 'spend_logs_metadata'));
  const labels = readLogValue(log, 'request_tags');
  for (const label of Array.isArray(labels) ? (labels as readonly unknown[]) : [])
    if (typeof label === 'string' && !OWN_LABEL.test(label)) dimensions.addLabel(label);
  return dimensions.stated;
}
