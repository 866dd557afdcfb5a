import { badRequest, type GatewayError } from '../refusal.ts';

/**
 * Why a body is not read in the form that its headers declare. The gateway reads JSON in UTF-8, and tells the provider that it is JSON without a
 * charset of the caller (`visit-crossing-headers.ts`): a compressed body alone would be another one.
 * @param encodings every `content-encoding` of the request, as Node.js joins them
 */
export function refuseOtherForm(encodings: string | undefined): GatewayError | undefined {
  if (encodings === undefined) return undefined;
  const isPlain = encodings.split(',').every((encoding) => PLAIN.includes(encoding.trim().toLowerCase()));
  if (isPlain) return undefined;
  const said = JSON.stringify(encodings);
  return badRequest(`The body is read as it is, and \`content-encoding\` says ${said}. Send it uncompressed.`, 415);
}

const PLAIN: readonly string[] = ['', 'identity'];
