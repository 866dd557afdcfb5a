import type { JsonObject } from '../../json-parts.ts';

/**
 * A member of a request. Google's JSON has two spellings of each name that hold for one member; `requestFault` refuses
 * an object with both.
 */
export function fieldOf(object: JsonObject, name: string, snakeName: string): unknown {
  return object[name] ?? object[snakeName];
}
