import { visitCrossingHeaders, type CrossingRules } from './visit-crossing-headers.ts';

/** A header of a request: its name in lower case, and its value. */
export type AnswerHeader = readonly [name: string, value: string];

/**
 * The headers of a request that cross the gateway and that an answer may depend on, by name. Headers with the same name
 * stay in the order of the request. The fingerprint of the cache contains them, so that two callers share an answer
 * only if the provider got the same headers.
 * @param rawHeaders names and values, alternating, as they were written
 */
export function answerHeaders(rawHeaders: readonly string[], rules: CrossingRules): readonly AnswerHeader[] {
  const headers: AnswerHeader[] = [];
  visitCrossingHeaders(rawHeaders, rules, (name, value, meaning) => {
    if (meaning !== 'harmless') headers.push([name.toLowerCase(), value]);
  });
  return headers.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
}
