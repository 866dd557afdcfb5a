import type { StreamInfo } from '@nats-io/jetstream';
import { MAX_MESSAGE_BYTES } from './max-message-bytes.ts';

/** Bytes for headers, with a margin. */
const BESIDES_BYTES = 16 * 1024;

/**
 * The reason why a stream is not suitable as a journal, as the end of a sentence that begins with the stream's name;
 * undefined if it is suitable.
 */
export function streamFault(
  { config }: Pick<StreamInfo, 'config'>,
  { subject, maxPayload }: { readonly subject: string; readonly maxPayload: number },
): string | undefined {
  if (config.storage !== 'file') return 'is stored in memory and not in files. Create it again with file storage.';
  if (config.retention !== 'limits')
    return `has the retention \`${config.retention}\`, which deletes messages that were read. Create it again with \`limits\`.`;
  if (config.no_ack === true) return 'acknowledges no messages (`no_ack`). Create it again without `no_ack`.';
  if (config.sealed || config.mirror !== undefined) return 'accepts no messages. Name a stream that accepts messages.';
  if (!config.allow_direct) return 'cannot be read directly. Set `allow_direct` (`nats stream edit --allow-direct`).';
  const patterns = config.subjects as readonly string[] | undefined;
  if (patterns?.some((pattern) => takes(pattern, subject)) !== true)
    return `does not accept the subject \`${subject}\`. Add this subject to the stream.`;
  const maxMessageBytes = Math.min(maxPayload, config.max_msg_size > 0 ? config.max_msg_size : Infinity);
  return maxMessageBytes < MAX_MESSAGE_BYTES + BESIDES_BYTES
    ? `accepts messages of up to ${maxMessageBytes} bytes, but needs 1 MiB. Raise \`max_payload\` or \`max_msg_size\`.`
    : undefined;
}

function takes(pattern: string, subject: string): boolean {
  const [parts, words] = [pattern.split('.'), subject.split('.')];
  const open = parts.indexOf('>');
  if (open === -1 ? parts.length !== words.length : words.length <= open) return false;
  return parts.slice(0, open === -1 ? undefined : open).every((part, at) => part === '*' || part === words[at]);
}
