import { badRequest, type GatewayError } from '../call/gateway-error.ts';

/**
 * The refusal of a body in another form than the gateway forwards. The gateway reads JSON in UTF-8, and declares JSON
 * to the provider without the caller's charset (`visit-crossing-headers.ts`), so a body that is still compressed would
 * have another meaning there.
 * @param encodings every `content-encoding` of the request, as Node.js joins them
 */
export function refuseOtherForm(encodings: string | undefined): GatewayError | undefined {
  if (encodings === undefined) return undefined;
  const isPlain = encodings.split(',').every((encoding) => PLAIN.includes(encoding.trim().toLowerCase()));
  if (isPlain) return undefined;
  const named = JSON.stringify(encodings.slice(0, 64));
  const message = `The gateway does not support the \`content-encoding\` ${named}. Send the body uncompressed, as \`identity\`.`;
  return {
    ...badRequest(message, 415),
    code: 'unsupported_content_encoding',
    headers: { 'accept-encoding': 'identity' },
  };
}

const PLAIN: readonly string[] = ['', 'identity'];
