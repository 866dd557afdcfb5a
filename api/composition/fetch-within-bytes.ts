import type { CustomFetch } from 'openid-client';

/** The maximum number of bytes of one answer. Discovery documents, keys and claims have some kilobytes. */
const MAX_BYTES = 1_048_576;

/** Sends a request, and ends the body of the answer with an error when it is too long. */
export const fetchWithinBytes: CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit);
  if (answer.body === null) return answer;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES) controller.error(new TypeError('The answer of the sign-on provider has too many bytes.'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(counted), { status, statusText, headers });
};
