import type { TSchema } from 'typebox';
import { type ItemFault, type ItemFaults, NO_FAULTS } from '../../../contracts/ingest/otlp/item-fault.ts';
import { OtlpLogRecordSchema, type OtlpLogs, OtlpLogsSchema } from '../../../contracts/ingest/otlp/logs/otlp-logs.ts';
import { OtlpSpanSchema, type OtlpTraces, OtlpTracesSchema } from '../../../contracts/ingest/otlp/otlp-traces.ts';
import { createValidator } from '../../../contracts/wire/validator.ts';
import { readJson } from '../../frame/transport/read-json.ts';
import { TRAFFIC_BODY_LIMITS } from '../../frame/transport/traffic-body-limits.ts';

/** The position of a signal's items in its document, and the schemas of the document and of each item. */
interface Signal {
  readonly resources: string;
  readonly scopes: readonly string[];
  readonly items: string;
  readonly refusalOf: ReturnType<typeof createValidator>;
  readonly refusalOfItem: ReturnType<typeof createValidator>;
}

/** A document, with the faults of single items. */
export interface OtlpDocument<Document> {
  readonly document: Document;
  readonly faults: ItemFaults;
}

function signal(places: Omit<Signal, 'refusalOf' | 'refusalOfItem'>, document: TSchema, item: TSchema): Signal {
  return { ...places, refusalOf: createValidator(document), refusalOfItem: createValidator(item) };
}

const TRACES = signal(
  { resources: 'resourceSpans', scopes: ['scopeSpans', 'instrumentationLibrarySpans'], items: 'spans' },
  OtlpTracesSchema,
  OtlpSpanSchema,
);
const LOGS = signal(
  { resources: 'resourceLogs', scopes: ['scopeLogs'], items: 'logRecords' },
  OtlpLogsSchema,
  OtlpLogRecordSchema,
);

/**
 * Reads the spans of a JSON document. A fault within one span, such as a duplicate member or one of another type,
 * affects that span alone: the span gets a fault and loses its unreadable members.
 *
 * @throws Refusal `validation_failed` for a fault anywhere else
 */
export function readTraces(bytes: Uint8Array): OtlpDocument<OtlpTraces> {
  return readDocument<OtlpTraces>(bytes, TRACES);
}

/** Reads the log records of a JSON document, as `readTraces` reads spans. */
export function readLogs(bytes: Uint8Array): OtlpDocument<OtlpLogs> {
  return readDocument<OtlpLogs>(bytes, LOGS);
}

function readDocument<Document>(bytes: Uint8Array, of: Signal): OtlpDocument<Document> {
  const twice = new MembersTwice(of);
  const document = readJson(bytes, TRAFFIC_BODY_LIMITS, (steps) => twice.note(steps));
  const refusal = of.refusalOf(document);
  if (refusal === undefined && twice.isEmpty) return { document: document as Document, faults: NO_FAULTS };
  const faults = new Map<object, ItemFault>();
  for (const { items, key } of listsIn(document, of)) {
    for (const [index, item] of items.entries()) {
      const faulty = faultyItem(item, twice.of(`${key} ${index}`), of);
      if (faulty === undefined) continue;
      items[index] = faulty.rest;
      faults.set(faulty.rest, faulty.fault);
    }
  }
  const elsewhere = refusal && of.refusalOf(document);
  if (elsewhere !== undefined) throw elsewhere;
  return { document: document as Document, faults };
}

/** The number of steps of a path to a member of an item. */
const TO_MEMBER = 7;

/** The members of items that are duplicates or contain one, by the position of the item and the name of the member. */
class MembersTwice {
  readonly #of: Signal;
  readonly #found = new Map<string, Map<string, string>>();

  constructor(of: Signal) {
    this.#of = of;
  }

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  of(place: string): ReadonlyMap<string, string> {
    return this.#found.get(place) ?? new Map<string, string>();
  }

  /** Records a duplicate member; true if it belongs to an item or is nested in one. */
  note(steps: readonly (string | number)[]): boolean {
    const [resources, resource, scopes, scope, items, item, name] = steps;
    const isInItem =
      resources === this.#of.resources &&
      this.#of.scopes.includes(String(scopes)) &&
      items === this.#of.items &&
      [resource, scope, item].every((index) => typeof index === 'number') &&
      typeof name === 'string';
    if (!isInItem) return false;
    const place = `${resource} ${scopes} ${scope} ${item}`;
    const members = this.#found.get(place) ?? new Map<string, string>();
    this.#found.set(place, members);
    if (!members.has(name)) members.set(name, steps.length === TO_MEMBER ? 'appears twice' : 'has a member twice');
    return true;
  }
}

type Holder = Readonly<Record<string, unknown>>;

/** The lists of items in an unchecked document, each with its position. */
function* listsIn(document: unknown, of: Signal): Generator<{ items: unknown[]; key: string }> {
  for (const [resource, one] of holdersIn(document, of.resources).entries())
    for (const scopes of of.scopes)
      for (const [scope, holder] of holdersIn(one, scopes).entries()) {
        const items = memberOf(holder, of.items);
        if (Array.isArray(items)) yield { items, key: `${resource} ${scopes} ${scope}` };
      }
}

function holdersIn(holder: unknown, name: string): unknown[] {
  const held = memberOf(holder, name);
  return Array.isArray(held) ? held : [];
}

function memberOf(holder: unknown, name: string): unknown {
  return isHolder(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An item without its unreadable members; undefined if all members can be read. */
function faultyItem(
  item: unknown,
  twice: ReadonlyMap<string, string>,
  { refusalOfItem }: Signal,
): { readonly rest: object; readonly fault: ItemFault } | undefined {
  const misshapen = refusalOfItem(item);
  const [member] = twice;
  const detail = member === undefined ? misshapen?.message : `/${member[0]} ${member[1]}.`;
  if (detail === undefined) return undefined;
  if (!isHolder(item)) return { rest: {}, fault: { detail: 'It must be an object.', leftOut: ALL } };
  const isReadable = (name: string): boolean =>
    !twice.has(name) && (misshapen === undefined || refusalOfItem({ [name]: item[name] }) === undefined);
  const [read, leftOut]: [string[], string[]] = [[], []];
  for (const name of Object.keys(item)) (isReadable(name) ? read : leftOut).push(name);
  const rest = Object.fromEntries(read.map((name) => [name, item[name]]));
  return { rest, fault: { detail, leftOut: new Set(leftOut) } };
}

/** The members that count as omitted for an item that is not an object. */
const ALL: ReadonlySet<string> = new Set(['attributes', 'body']);
