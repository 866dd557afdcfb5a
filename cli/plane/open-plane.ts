import { randomUUID } from 'node:crypto';
import { EPOCH, LANE_PATH, OPERATIONS, type Documents } from '../../clients/typescript/management/operations.ts';
import { CommandFault } from '../output/command-fault.ts';
import type { Context } from '../tree/context.ts';
import { readKey } from '../service/read-key.ts';
import { sendRequest } from '../service/send-request.ts';
import { serviceRoot } from '../service/service-root.ts';
import { KEYS } from '../settings/setting-names.ts';
import type { Settings } from '../settings/settings.ts';
import type { PlaneFlags } from './plane-flags.ts';
import { planeSettings } from './plane-settings.ts';

/** The operations whose answer is one document. */
export type PlaneOperation = keyof Documents & keyof typeof OPERATIONS;

/** A call of an operation of the management plane. */
export interface PlaneCall {
  /** The ids in the path, by their names in the path. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
}

/** A document of the management plane, with its exact bytes. */
export interface PlaneAnswer<Name extends PlaneOperation> {
  readonly bytes: Uint8Array;
  readonly data: Documents[Name];
}

/** The management plane as a command uses it: with one address and one key. */
export interface Plane {
  readonly settings: Settings;
  /** @throws CommandFault for every failure */
  call<Name extends PlaneOperation>(name: Name, call?: PlaneCall): Promise<PlaneAnswer<Name>>;
}

/**
 * Opens the management plane with the address and the key of the flags and settings. The key is read once, because
 * standard input has it once.
 *
 * @throws CommandFault `usage` without an address or a key
 */
export async function openPlane(context: Context, flags: PlaneFlags): Promise<Plane> {
  const settings = planeSettings(context, flags['state-dir']);
  const root = planeRoot(settings, flags);
  const key = await readKey({ ...context, settings }, 'plane', flags['management-key-stdin']);
  return {
    settings,
    async call(name, call = {}) {
      const row = OPERATIONS[name];
      const { response } = await sendRequest(context, {
        method: row.method,
        url: operationUrl(root, row.path, call),
        key,
        keyVariable: KEYS.plane.variable,
        headers: EPOCH_HEADER,
        ...(call.body !== undefined && { body: call.body }),
        ...(row.repeatable === 'with-key' && { idempotencyKey: randomUUID() }),
        isRepeatable: row.repeatable !== 'never',
      });
      return readDocument(name, new Uint8Array(await response.arrayBuffer()));
    },
  };
}

/** A service of another epoch refuses the request instead of misunderstanding it. */
export const EPOCH_HEADER = { 'x-tt-epoch': String(EPOCH) } as const;

/**
 * The root of the operations. Settings name it, its parent `/tt/api`, or the origin.
 *
 * @throws CommandFault `usage` without an address
 */
export function planeRoot(settings: Settings, flags: Pick<PlaneFlags, 'management-url'>): string {
  const root = serviceRoot('management_url', flags['management-url'] ?? settings.require('management_url'));
  if (root.endsWith(LANE_PATH)) return root;
  const [parent = ''] = LANE_PATH.split(/\/v\d+$/);
  return root.endsWith(parent) ? root + LANE_PATH.slice(parent.length) : root + LANE_PATH;
}

function operationUrl(root: string, path: string, { ids = {}, query = {} }: PlaneCall): URL {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(ids[name] ?? ''));
  const url = new URL(root + filled);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

function readDocument<Name extends PlaneOperation>(name: Name, bytes: Uint8Array): PlaneAnswer<Name> {
  try {
    const data: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof data === 'object' && data !== null && !Array.isArray(data))
      return { bytes, data: data as Documents[Name] };
  } catch {
    // The fault below describes every answer that is no document.
  }
  throw new CommandFault('fault', `The service answered something other than the document of ${name}.`, {
    why: 'another program or a proxy answers at this address',
    next: 'check the address: tt config show --origin',
  });
}
