import { DefectError } from '../../domain/kernel/errors.ts';
import { managementDocument } from './management-document.ts';

/** The operations of the governance document, by name. It was retired with them, so the list does not change. */
const RETIRED_OPERATIONS: readonly string[] = ['management.governance.refusals'];

const INFO = {
  title: 'Truetally governance',
  description:
    'This document is retired. It describes operations that the management plane serves; use its document instead.',
  version: '2.0',
  'x-deprecation': '2026-07-25',
  'x-sunset': '2027-02-01',
  'x-superseded-by': 'management-openapi.json',
};

type Members = Readonly<Record<string, unknown>>;

interface OpenApiDocument {
  readonly info: Members;
  readonly tags: readonly { readonly name: string }[];
  readonly components: { readonly schemas: Members; readonly headers: Members };
  readonly paths: Readonly<Record<string, Readonly<Record<string, RetiredOperation>>>>;
}

interface RetiredOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
}

/**
 * The retired document of the governance operations: the part of the management document that describes them, with the
 * markers of its retirement.
 */
export async function governanceDocument(): Promise<string> {
  const document = JSON.parse(await managementDocument()) as OpenApiDocument;
  const paths = retiredPaths(document);
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const missing = RETIRED_OPERATIONS.filter((name) => operations.every(({ operationId }) => operationId !== name));
  if (missing.length > 0)
    throw new DefectError(`The management plane has no operation ${missing.join(', ')}, which a retired document has.`);
  const tags = new Set(operations.flatMap((operation) => operation.tags));
  return JSON.stringify(
    {
      ...document,
      info: { ...document.info, ...INFO },
      tags: document.tags.filter(({ name }) => tags.has(name)),
      components: usedComponents(paths, document.components),
      paths,
    },
    null,
    2,
  );
}

function retiredPaths({ paths }: OpenApiDocument): OpenApiDocument['paths'] {
  const kept = Object.entries(paths).map(([path, methods]): [string, Readonly<Record<string, RetiredOperation>>] => [
    path,
    Object.fromEntries(
      Object.entries(methods).filter(([, { operationId }]) => RETIRED_OPERATIONS.includes(operationId)),
    ),
  ]);
  return Object.fromEntries(kept.filter(([, methods]) => Object.keys(methods).length > 0));
}

/**
 * The components without the schemas and headers that no part of the document mentions, directly or in another schema.
 */
function usedComponents(part: unknown, components: OpenApiDocument['components']): OpenApiDocument['components'] {
  const used = new Set<string>();
  const waiting = [part];
  for (const one of waiting) {
    for (const [, kind, name = ''] of JSON.stringify(one).matchAll(/"#\/components\/(schemas|headers)\/([^"]+)"/g)) {
      const place = `${kind} ${name}`;
      if (used.has(place)) continue;
      used.add(place);
      waiting.push(kind === 'schemas' ? components.schemas[name] : components.headers[name]);
    }
  }
  const keep = (kind: string, members: Members): Members =>
    Object.fromEntries(Object.entries(members).filter(([name]) => used.has(`${kind} ${name}`)));
  return {
    ...components,
    schemas: keep('schemas', components.schemas),
    headers: keep('headers', components.headers),
  };
}
