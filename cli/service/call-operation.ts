import { randomUUID } from 'node:crypto';
import { LANE_PATH, OPERATIONS } from '../../clients/typescript/operations.ts';
import { CommandFault } from '../output/command-fault.ts';
import type { Context } from '../tree/context.ts';
import type { SettingName } from '../settings/setting-names.ts';
import { readKey } from './read-key.ts';
import { sendRequest, type ServiceAnswer } from './send-request.ts';
import { serviceRoot } from './service-root.ts';

export type OperationName = keyof typeof OPERATIONS;

/** The values of the flags that every `cloud` command has. */
export interface LaneFlags {
  readonly 'base-url': string | undefined;
  readonly 'management-key-stdin': boolean;
  readonly organization: string | undefined;
  readonly workspace?: string | undefined;
  readonly application?: string | undefined;
  readonly gateway?: string | undefined;
  readonly environment?: string | undefined;
}

/** A call of an operation of the customer lane. */
export interface OperationCall {
  readonly flags: LaneFlags;
  /** The ids in the path that settings do not have, by their names in the path. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
  readonly idempotencyKey?: string | undefined;
  readonly accept?: string;
  /** The milliseconds until the last byte of the answer; the usual time-out of a request if absent. */
  readonly timeoutMs?: number;
}

/** The settings that fill the ids of a path. */
const PATH_SETTINGS: Readonly<Record<string, SettingName>> = {
  org: 'organization',
  ws: 'workspace',
  app: 'application',
  gw: 'gateway',
  env: 'environment',
};

/** An answer of the lane, with its exact bytes. */
export interface LaneAnswer<Data> {
  readonly bytes: Uint8Array;
  readonly data: Data;
  readonly nextCursor: string | undefined;
  /** True if the service had already handled the same idempotency key. */
  readonly isReplayed: boolean;
}

/**
 * Calls an operation of the customer lane, and reads its envelope.
 *
 * @throws CommandFault for every failure
 */
export async function callOperation<Data = unknown>(
  context: Context,
  name: OperationName,
  call: OperationCall,
): Promise<LaneAnswer<Data>> {
  const { response, headers } = await sendOperation(context, name, call);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const envelope = parseEnvelope(bytes, name);
  const { next_cursor: next } = envelope;
  return {
    bytes,
    data: envelope['data'] as Data,
    nextCursor: typeof next === 'string' && next !== '' ? next : undefined,
    isReplayed: headers.get('idempotent-replayed') === 'true',
  };
}

/** Calls an operation whose answer consists of bytes. */
export async function sendOperation(
  context: Context,
  name: OperationName,
  call: OperationCall,
): Promise<ServiceAnswer> {
  const row = OPERATIONS[name];
  const url = operationUrl(context, row.path, call);
  const key = await readKey(context, 'management', call.flags['management-key-stdin']);
  const idempotencyKey = row.repeatable === 'with-key' ? (call.idempotencyKey ?? randomUUID()) : undefined;
  if (idempotencyKey !== undefined) context.debug(`idempotency key ${idempotencyKey}`);
  return sendRequest(context, {
    method: row.method,
    url,
    key,
    ...(call.body !== undefined && { body: call.body }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(call.accept !== undefined && { accept: call.accept }),
    ...(call.timeoutMs !== undefined && { timeoutMs: call.timeoutMs }),
    isRepeatable: row.repeatable !== 'never',
  });
}

function operationUrl({ settings }: Context, path: string, { flags, ids = {}, query = {} }: OperationCall): URL {
  const base = flags['base-url'] ?? settings.require('base_url');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const setting = PATH_SETTINGS[name];
    const id =
      ids[name] ??
      (setting === undefined ? undefined : (flags[setting as keyof LaneFlags] ?? settings.require(setting)));
    if (typeof id !== 'string')
      throw new CommandFault('fault', `The path of the operation names {${name}}, which the command does not have.`);
    return encodeURIComponent(id);
  });
  const url = new URL(`${laneRoot(base)}${filled}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

/** The root of the lane at an origin. A local installation and the client name the complete root. */
function laneRoot(base: string): string {
  const root = serviceRoot('base_url', base);
  return root.endsWith(LANE_PATH) ? root : root + LANE_PATH;
}

function parseEnvelope(bytes: Uint8Array, name: OperationName): Record<string, unknown> {
  try {
    const document = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const row = OPERATIONS[name] as { kind?: string };
    if (document['kind'] === row.kind && document['data'] !== undefined) return document;
  } catch {
    // The fault below describes every answer that is no envelope.
  }
  throw new CommandFault('fault', `The service answered something other than the document of ${name}.`, {
    why: 'another program or a proxy answers at this address',
    next: 'check the address: tt config show --origin',
  });
}
