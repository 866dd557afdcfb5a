import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import { summarizeBody, type RequestFacts } from '../../proxy/request/read-call.ts';

/** The members of a body that limits need. */
export function summarizeForLimits(
  endpoint: CalledEndpoint,
  model: string,
  body: Readonly<Record<string, unknown>>,
): RequestFacts {
  const text = JSON.stringify(body);
  const size = { bytes: Buffer.byteLength(text), characters: text.length };
  const wanted = { isLimited: true, isRouted: false, isSentElsewhere: false, cacheRules: [], keepsWords: false };
  return summarizeBody({ body, model, size }, { endpoint, named: undefined, stepClass: undefined, wanted });
}
