import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Errors } from 'typebox/schema';
import { Settings } from 'typebox/system';
import type { CadenceCode } from '../../domain/kernel/fault-codes.ts';
import { type FieldFault, Refusal } from '../../domain/kernel/errors.ts';
import { outsideSetDetail, unknownMemberDetail, wrongFormDetail, wrongTypeDetail } from './fault-details.ts';
import { findUnknownZones } from './find-unknown-zones.ts';
import { PROBLEM_LIMITS } from './problem-limits.ts';
import { unknownZoneDetail } from './time-zone.ts';

// The number of faults that a problem lists. By default, the library stops after 8, fewer than a cadence and its window
// can have.
Settings.Set({ maxErrors: PROBLEM_LIMITS.errors });

/**
 * A check of documents against one schema. It returns the refusal of a document that breaks the schema, else undefined.
 * Its duration depends on the size of the document, so limit documents from outside first, as
 * `api/frame/transport/read-json.ts` does.
 */
export function createValidator(schema: TSchema): (document: unknown) => Refusal | undefined {
  const validator = Compile(schema);
  let withRepeats: object | undefined;
  return (document) => {
    if (validator.Check(document)) return undefined;
    withRepeats ??= withoutUniqueItems(schema);
    const [isElseRight, broken] = Errors(withRepeats, document);
    const faults = withZoneFaults(faultsIn({ schema, document }, isElseRight ? validator.Errors(document) : broken), {
      schema,
      document,
    });
    return new Refusal('validation_failed', sentenceOf(faults), { faults });
  };
}

/**
 * The same schema without the check for repeated items of lists. To find repeated items, every item is hashed, which
 * costs ten times as much as parsing it. The full schema is therefore checked only if there is no other fault.
 */
function withoutUniqueItems(schema: TSchema): object {
  const json = JSON.stringify(schema, (key, value: unknown) => (key === 'uniqueItems' ? undefined : value));
  return JSON.parse(json) as object;
}

interface SchemaFault {
  readonly keyword: string;
  /** The position of the rule in the schema: `#` and an RFC 6901 pointer. */
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

/** A document, and the schema that it breaks. */
interface Held {
  readonly schema: TSchema;
  readonly document: unknown;
}

/** The first fault of each member, up to the number that a problem lists. */
function faultsIn(held: Held, broken: readonly SchemaFault[]): FieldFault[] {
  const known = new Map<string, FieldFault>();
  for (const rule of broken) {
    for (const fault of faultsOf(held, rule)) {
      if (known.size === PROBLEM_LIMITS.errors) return [...known.values()];
      if (!known.has(fault.pointer)) known.set(fault.pointer, withCode(held.schema, rule, fault));
    }
  }
  return [...known.values()];
}

/** Adds unknown time zones to the other faults, once the form of the document is checked. */
function withZoneFaults(faults: FieldFault[], { schema, document }: Held): FieldFault[] {
  const known = new Set(faults.map(({ pointer }) => pointer));
  const zones = findUnknownZones(schema, document).filter(({ pointer }) => !known.has(pointer));
  const more = zones.map(({ pointer, schema: member, written }): FieldFault => {
    const code = (member as { readonly 'x-fault-code'?: CadenceCode })['x-fault-code'];
    return { pointer, detail: unknownZoneDetail(written).replace(/\.$/, ''), ...(code !== undefined && { code }) };
  });
  return [...faults, ...more].slice(0, PROBLEM_LIMITS.errors);
}

function faultsOf({ schema, document }: Held, fault: SchemaFault): FieldFault[] {
  const { keyword, instancePath, params, message } = fault;
  switch (keyword) {
    case 'additionalProperties':
      // Each unknown member also has a fault of the keyword `boolean`, which is reported instead.
      return [];
    case 'boolean':
      return [{ pointer: instancePath, detail: unknownMember(schema, fault) }];
    case 'required':
      return 'requiredProperties' in params
        ? (params.requiredProperties as string[]).map((name) => ({
            pointer: `${instancePath}/${escapePointer(name)}`,
            detail: 'is required',
          }))
        : [];
    case 'enum':
      return 'allowedValues' in params
        ? [
            {
              pointer: instancePath,
              detail: outsideSetDetail(valueAt(document, instancePath), params.allowedValues as unknown[]),
            },
          ]
        : [];
    case 'type':
      return [{ pointer: instancePath, detail: wrongType(document, fault) ?? message }];
    case 'const':
      return 'allowedValue' in params
        ? [{ pointer: instancePath, detail: `must be ${JSON.stringify(params.allowedValue)}` }]
        : [];
    case 'format':
    case 'pattern':
      return [{ pointer: instancePath, detail: formOf(schema, fault) ?? message }];
    default:
      return [{ pointer: instancePath, detail: message }];
  }
}

/**
 * The form that a schema requires, as a phrase: its `x-form`, else its description. A regular expression alone helps
 * few readers.
 */
function formOf(schema: TSchema, { schemaPath }: SchemaFault): string | undefined {
  const { description, examples, 'x-form': form = description } = placeOf(schema, schemaPath);
  const [example] = Array.isArray(examples) ? (examples as unknown[]) : [];
  return typeof form === 'string' ? wrongFormDetail(form, example) : undefined;
}

/** The fault of an unknown member. A record with a closed set of names lists them as `x-members`. */
function unknownMember(schema: TSchema, { schemaPath, instancePath }: SchemaFault): string {
  const place = placeOf(schema, schemaPath.replace(/\/additionalProperties$/, ''));
  const { properties, 'x-members': members = Object.keys(properties ?? {}) } = place;
  return unknownMemberDetail(stepsOf(instancePath).at(-1) ?? '', members as string[]);
}

function wrongType(document: unknown, { instancePath, params }: SchemaFault): string | undefined {
  return 'type' in params ? wrongTypeDetail(valueAt(document, instancePath), params.type) : undefined;
}

/** The value at an RFC 6901 pointer; undefined if the pointer leads nowhere. */
function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of stepsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return value;
}

function stepsOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * A fault with the code of its member if the schema has one: `x-fault-code`, or `x-unknown-member-code` for unknown
 * members of objects.
 */
function withCode(schema: TSchema, { keyword, schemaPath }: SchemaFault, fault: FieldFault): FieldFault {
  const code = codeOf(schema, keyword, schemaPath, fault.pointer);
  return typeof code === 'string' ? { ...fault, code: code as CadenceCode } : fault;
}

function codeOf(schema: TSchema, keyword: string, schemaPath: string, pointer: string): unknown {
  switch (keyword) {
    case 'boolean':
      return placeOf(schema, schemaPath.replace(/\/additionalProperties$/, ''))['x-unknown-member-code'];
    case 'required':
      return placeOf(schema, `${schemaPath}/properties/${pointer.split('/').at(-1) ?? ''}`)['x-fault-code'];
    default:
      return placeOf(schema, schemaPath)['x-fault-code'];
  }
}

/** The part of a schema at `#` and a pointer; empty if the pointer leads nowhere. */
function placeOf(schema: TSchema, schemaPath: string): Readonly<Record<string, unknown>> {
  const steps = schemaPath.split('/').slice(1);
  const at_ = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], schema);
  return (at_ ?? {}) as Readonly<Record<string, unknown>>;
}

/** The maximum number of faults in the sentence, so that it stays readable; `errors` lists them all. */
const MAX_SAID = 4;

function sentenceOf(faults: readonly FieldFault[]): string {
  if (faults.length === 0) return 'The request does not match its schema. Compare it with the description of the API.';
  const sentences = faults.slice(0, MAX_SAID).map(({ pointer, code, detail }) => {
    const named = code === undefined ? '' : ` (${code})`;
    return `${pointer === '' ? 'The document' : pointer}${named} ${detail}`;
  });
  const more = faults.length > MAX_SAID ? `; and ${faults.length - MAX_SAID} more` : '';
  const text = sentences.join('; ') + more;
  return text.endsWith('?') ? text : `${text}.`;
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
