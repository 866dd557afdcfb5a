import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ZSTDDecoder } from 'zstddec';
import { Refusal } from '../../../domain/kernel/errors.ts';

/** The compressions of a body, as `content-encoding` names them. */
export const CONTENT_CODINGS = ['gzip', 'zstd'] as const;
export type ContentCoding = (typeof CONTENT_CODINGS)[number];

const gunzipAside = promisify(gunzip);
/** The decoder of the reference implementation. Node has a built-in one only from 22.15 on. */
const zstd = new ZSTDDecoder();

/**
 * Decodes a compressed body. Decoding ends at the first byte beyond `max`, regardless of the size of the content.
 *
 * @throws Refusal `payload_too_large` for larger content or invalid zstd, `validation_failed` for invalid gzip
 */
export async function decodeBody(bytes: Buffer, coding: ContentCoding, max: number): Promise<Buffer> {
  if (coding === 'gzip') {
    try {
      return await gunzipAside(bytes, { maxOutputLength: max });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(max);
      throw new Refusal('validation_failed', 'The body is not valid gzip, or is incomplete. Compress it again.', {
        cause: error,
      });
    }
  }
  await zstd.init();
  const decoded = zstd.decode(bytes, max);
  // The decoder gives no reason for a failure. An empty body was refused before.
  if (decoded.length === 0)
    throw new Refusal(
      'payload_too_large',
      `The body has more than ${max} bytes when decoded, or is not valid zstd. Send less data in one request.`,
    );
  return Buffer.from(decoded.buffer, decoded.byteOffset, decoded.length);
}

function tooLarge(max: number): Refusal {
  return new Refusal(
    'payload_too_large',
    `The body has more than ${max} bytes when decoded. Send less data in one request.`,
  );
}
