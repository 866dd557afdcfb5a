import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../json-parts.ts';
import { requestField } from './request-field.ts';

/** The name of the function whose result is the last one in the last content; undefined if that content has none. */
export function toolName({ contents }: JsonObject): unknown {
  const parts = jsonObjectsIn(jsonObjectsIn(contents).at(-1)?.['parts']);
  const results = parts.map((part) => requestField(part, 'functionResponse', 'function_response'));
  return results.findLast(isJsonObject)?.['name'];
}
