import type { JsonObject } from '../../json-parts.ts';

/**
 * A member of a request. Google's JSON allows two spellings of each name; `requestFault` refuses an object that has
 * both.
 */
export function requestField(object: JsonObject, name: string, snakeName: string): unknown {
  return object[name] ?? object[snakeName];
}
