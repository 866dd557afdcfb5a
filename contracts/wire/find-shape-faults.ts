import { Type, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { nearestName } from '../../domain/kernel/nearest-name.ts';
import type { DocumentPath, DocumentFault } from '../../domain/kernel/document-fault.ts';

/**
 * The positions of a document that break a schema of `configuration-leaf.ts`: unknown members, missing members and
 * invalid values. No value is quoted, because a secret may be in the position of a name.
 */
export function findShapeFaults(schema: TSchema, value: unknown, path: DocumentPath = []): DocumentFault[] {
  if (Type.IsObject(schema)) {
    return isMapping(value) ? findMemberFaults(schema.properties, value, path) : [misfit(schema, path)];
  }
  if (Type.IsArray(schema)) {
    if (!Array.isArray(value)) return [misfit(schema, path)];
    const faults = value.flatMap((item, index) => findShapeFaults(schema.items, item, [...path, index]));
    return value.length < minItemsOf(schema) ? [misfit(schema, path), ...faults] : faults;
  }
  return Value.Check(schema, value) ? [] : [misfit(schema, path)];
}

function findMemberFaults(
  members: Readonly<Record<string, TSchema>>,
  value: Readonly<Record<string, unknown>>,
  path: DocumentPath,
): DocumentFault[] {
  const names = Object.keys(members);
  return [
    ...Object.keys(value)
      .filter((name) => !names.includes(name))
      .map((name) => ({ path: [...path, name], detail: unknownText(name, names) })),
    ...names
      .filter((name) => !Object.hasOwn(value, name) && !Type.IsOptional(members[name]))
      .map((name) => ({ path: [...path, name], detail: 'is required' })),
    ...Object.entries(members).flatMap(([name, member]) =>
      Object.hasOwn(value, name) ? findShapeFaults(member, value[name], [...path, name]) : [],
    ),
  ];
}

function unknownText(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  return near === undefined
    ? `is not a setting (the settings here are ${names.join(', ')})`
    : `is not a setting (did you mean \`${near}\`?)`;
}

function minItemsOf(list: TSchema): number {
  return 'minItems' in list ? Number(list.minItems) : 0;
}

function misfit(schema: TSchema, path: DocumentPath): DocumentFault {
  const { form = '' } = schema as { readonly form?: string };
  return { path, detail: `must be ${form}` };
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
