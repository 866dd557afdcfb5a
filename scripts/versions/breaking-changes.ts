import { isDeepStrictEqual } from 'node:util';
import {
  createSchemaComparison,
  type Direction,
  type Json,
  type SchemaComparison,
  asList,
  asMap,
} from './schema-comparison.ts';

/** The parts of an OpenAPI document on which clients rely. */
export interface Contract {
  readonly info: {
    readonly version: string;
    /** The markers of a retired document: two UTC dates, and the document that replaces it. */
    readonly 'x-deprecation'?: string;
    readonly 'x-sunset'?: string;
    readonly 'x-superseded-by'?: string;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components?: Json;
}

interface Pair {
  readonly before: Json;
  readonly now: Json;
}

/** The functions that report the differences of one operation. */
interface OperationComparison {
  readonly say: (text: string) => void;
  readonly compareSchemas: SchemaComparison;
}

/** The announced end of a part, as `x-deprecations` of an operation states it. */
interface AnnouncedEnd {
  readonly of: { readonly part: string; readonly name?: string };
  readonly sunset?: string;
}

/**
 * The changes that break a client of the first description, one sentence each. Additional operations, responses and
 * optional members break nothing, but existing ones must not change. Previews are not compared. An announced end never
 * becomes earlier.
 */
export function breakingChanges(before: Contract, now: Contract): string[] {
  const found = retirementChanges(before.info, now.info);
  const say = (text: string): void => void found.push(text);
  const compareSchemas = createSchemaComparison(schemasOf(before), schemasOf(now), say);
  for (const [path, methods] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation['x-stability'] === 'preview') continue;
      const place = `${method.toUpperCase()} ${path}`;
      const left = now.paths[path]?.[method];
      if (left === undefined) say(`${place} was removed`);
      else
        compareOperations(
          { before: operation, now: left },
          {
            say: (text) => say(`${place}: ${text}`),
            compareSchemas: (one, other, direction, part) => compareSchemas(one, other, direction, `${place}: ${part}`),
          },
        );
    }
  }
  return [...new Set(found)];
}

function compareOperations(pair: Pair, { say, compareSchemas }: OperationComparison): void {
  for (const member of ['operationId', 'x-stability']) {
    if (!isDeepStrictEqual(pair.before[member], pair.now[member])) say(`its ${member} changed`);
  }
  compareSecurity();
  compareParameters();
  compareBodies();
  compareResponses();
  sunsetChanges(pair).forEach(say);

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

  function compareResponses(): void {
    for (const [status, known] of Object.entries(asMap(pair.before['responses'])) as [string, Json][]) {
      const left = asMap(pair.now['responses'])[status] as Json | undefined;
      if (left === undefined) {
        say(`its response ${status} was removed`);
        continue;
      }
      compareContents(known, left, 'response', `response ${status}`);
      for (const [name, { schema }] of Object.entries(asMap(known['headers'])) as [string, { schema?: Json }][]) {
        const same = asMap(left['headers'])[name] as { schema?: Json } | undefined;
        if (same === undefined) say(`its response ${status} no longer has the header ${name}`);
        else compareSchemas(asMap(schema), asMap(same.schema), 'response', `response ${status} header ${name}`);
      }
    }
  }

  function compareContents(known: Json, left: Json, direction: Direction, place: string): void {
    for (const [media, { schema }] of Object.entries(asMap(known['content'])) as [string, { schema?: Json }][]) {
      const same = asMap(left['content'])[media] as { schema?: Json } | undefined;
      if (same === undefined) say(`its ${place} no longer has ${media}`);
      else compareSchemas(asMap(schema), asMap(same.schema), direction, place);
    }
  }
}

/** The announced ends that became earlier. */
function sunsetChanges({ before, now }: Pair): string[] {
  const left = asList(now['x-deprecations']) as AnnouncedEnd[];
  return (asList(before['x-deprecations']) as AnnouncedEnd[]).flatMap(({ of, sunset }) => {
    const same = left.find((other) => isDeepStrictEqual(other.of, of));
    if (sunset === undefined || same?.sunset === undefined || same.sunset >= sunset) return [];
    return [`the sunset of its ${of.name ?? of.part} was ${sunset} and is now ${same.sunset}`];
  });
}

/** The changes that take a retirement back, or that shorten the announced time. */
function retirementChanges(before: Contract['info'], now: Contract['info']): string[] {
  const removed = (['x-deprecation', 'x-sunset', 'x-superseded-by'] as const).filter(
    (marker) => before[marker] !== undefined && now[marker] === undefined,
  );
  const found = removed.map((marker) => `its ${marker} was removed`);
  const [known, left] = [before['x-sunset'], now['x-sunset']];
  if (known !== undefined && left !== undefined && left < known)
    found.push(`its x-sunset was ${known} and is now ${left}`);
  return found;
}

function parametersOf(operation: Json): Map<string, Json> {
  const parameters = asList(operation['parameters']) as Json[];
  return new Map(parameters.map((parameter) => [`${String(parameter['in'])} ${String(parameter['name'])}`, parameter]));
}

function schemasOf({ components }: Contract): Json {
  return asMap(components?.['schemas']);
}
