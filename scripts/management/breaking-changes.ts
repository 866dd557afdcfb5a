import { isDeepStrictEqual } from 'node:util';
import { createSchemaComparison, type Direction, type Json, asList, asMap } from './schema-comparison.ts';

/** The parts of an OpenAPI document on which clients rely. */
export interface Contract {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components?: Json;
}

interface Pair {
  readonly before: Json;
  readonly now: Json;
}

/**
 * The changes that break a client of the first description, one sentence each. Additional operations, responses and
 * optional members break nothing, but existing ones must not change. Previews are not compared.
 */
export function breakingChanges(before: Contract, now: Contract): string[] {
  const found: string[] = [];
  for (const [path, methods] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation['x-stability'] === 'preview') continue;
      const place = `${method.toUpperCase()} ${path}`;
      const left = now.paths[path]?.[method];
      if (left === undefined) found.push(`${place} was removed`);
      else
        found.push(
          ...compareOperations({ before: operation, now: left }, before, now).map((text) => `${place}: ${text}`),
        );
    }
  }
  return found;
}

function compareOperations(pair: Pair, before: Contract, now: Contract): string[] {
  const found: string[] = [];
  const say = (text: string): void => void found.push(text);
  const compareSchemas = createSchemaComparison(schemasOf(before), schemasOf(now), say);
  for (const member of ['operationId', 'x-stability']) {
    if (!isDeepStrictEqual(pair.before[member], pair.now[member])) say(`its ${member} changed`);
  }
  compareSecurity();
  compareParameters();
  compareBodies();
  for (const [status, response] of Object.entries(asMap(pair.before['responses']))) {
    const left = asMap(pair.now['responses'])[status];
    if (left === undefined) say(`its response ${status} was removed`);
    else compareContents(response as Json, left as Json, 'response', `response ${status}`);
  }
  return found;

  /** Compares the authentication methods. An additional one breaks nothing. */
  function compareSecurity(): void {
    const [known, left] = [asList(pair.before['security']), asList(pair.now['security'])];
    const isKept = known.every((way) => left.some((other) => isDeepStrictEqual(way, other)));
    if (!isKept || (known.length === 0 && left.length > 0)) say('its security changed');
  }

  function compareParameters(): void {
    const known = parametersOf(pair.before);
    const left = parametersOf(pair.now);
    for (const [name, parameter] of known) {
      const same = left.get(name);
      if (same === undefined) say(`its ${name} was removed`);
      else {
        if (same['required'] === true && parameter['required'] !== true) say(`its ${name} is required now`);
        compareSchemas(asMap(parameter['schema']), asMap(same['schema']), 'request', name);
      }
    }
    for (const [name, parameter] of left) {
      if (!known.has(name) && parameter['required'] === true) say(`its ${name} is new and required`);
    }
  }

  function compareBodies(): void {
    const [body, left] = [pair.before['requestBody'], pair.now['requestBody']].map((part) => part as Json | undefined);
    if (body === undefined && left?.['required'] === true) say('its body is new and required');
    if (body !== undefined && left === undefined) say('its body was removed');
    if (body === undefined || left === undefined) return;
    if (left['required'] === true && body['required'] !== true) say('its body is required now');
    compareContents(body, left, 'request', 'body');
  }

  function compareContents(known: Json, left: Json, direction: Direction, place: string): void {
    for (const [media, { schema }] of Object.entries(asMap(known['content'])) as [string, { schema?: Json }][]) {
      const same = asMap(left['content'])[media] as { schema?: Json } | undefined;
      if (same === undefined) say(`its ${place} no longer has ${media}`);
      else compareSchemas(asMap(schema), asMap(same.schema), direction, place);
    }
  }
}

function parametersOf(operation: Json): Map<string, Json> {
  const parameters = asList(operation['parameters']) as Json[];
  return new Map(parameters.map((parameter) => [`${String(parameter['in'])} ${String(parameter['name'])}`, parameter]));
}

function schemasOf({ components }: Contract): Json {
  return asMap(components?.['schemas']);
}
